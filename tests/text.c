/* text.c: growing text, numbers as text, words apart, files, the hash.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"
#include "tests/tap.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void growing(void)
{
    long before = slip_memory_live();
    slip_text t = { 0 };
    slip_text_add(&t, "%s", "");
    ok(t.s && !*t.s && t.length == 0, "adding nothing gives the empty text");
    for (int i = 0; i < 1000; i++) slip_text_add(&t, "%d,", i);
    slip_text_put(&t, "a\0b", 3);
    size_t expected = 10 * 2 + 90 * 3 + 900 * 4 + 3;
    ok(t.length == expected && !memcmp(t.s + expected - 7, "999,a\0b", 8), "a thousand additions and a 0 byte");
    slip_text_add(&t, "%0*d", 5000, 1);
    ok(t.length == expected + 5000 && t.s[t.length - 1] == '1' && !t.s[t.length], "one addition larger than the room");
    slip_text_free(&t);
    bool kept = true, finished = false;
    int k = 1;
    for (; !finished && k < 100; k++) {
        slip_text u = { 0 };
        slip_memory_fail_at(k);
        slip_text_add(&u, "begin");
        size_t length = u.length;
        bool failed = u.failed;
        slip_text_add(&u, "%0200d", 1);
        if (u.failed && !failed) kept = kept && u.length == length && (!u.s || !strcmp(u.s, "begin"));
        failed = u.failed;
        length = u.length;
        slip_text_put(&u, "0123456789", 10);
        kept = kept && (failed || !u.failed || u.length == length);
        finished = !u.failed;
        slip_memory_fail_at(0);
        slip_text_free(&u);
    }
    ok(finished && k > 3 && kept, "each allocation failed in turn: said, and the text stays as it was");
    is_int(slip_memory_live(), before, "and nothing leaks");
}

static uint64_t state = 88172645463325252u;
static uint64_t random_bits(void)               /* xorshift64: the test does not lean on what it tests */
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static double of_bits(uint64_t bits) { double x; memcpy(&x, &bits, sizeof x); return x; }

static bool same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

/* Digits of the significand, leading and trailing zeros apart. */
static int digits_of(const char *s)
{
    char digits[64];
    int n = 0;
    for (; *s && *s != 'e'; s++) if (*s >= '0' && *s <= '9' && (n || *s != '0')) digits[n++] = *s;
    while (n > 0 && digits[n - 1] == '0') n--;
    return n;
}

/* By brute force: does any decimal with one digit less read back?  Its digits are those of x cut after
   that many, or the next above; nothing else is nearer on either side. */
static bool shorter_exists(double x, int digits)
{
    if (digits <= 1) return false;
    char text[64], shorter[64];
    snprintf(text, sizeof text, "%.40e", fabs(x));
    int keep = digits - 1;
    long long head = 0;
    for (int i = 0, n = 0; n < keep; i++) if (text[i] != '.') { head = head * 10 + (text[i] - '0'); n++; }
    int exponent = atoi(strchr(text, 'e') + 1) - (keep - 1);
    for (int up = 0; up < 2; up++) {
        snprintf(shorter, sizeof shorter, "%llde%d", head + up, exponent);
        if (strtod(shorter, NULL) == fabs(x)) return true;
    }
    return false;
}

static bool formats_well(double x)
{
    char s[32];
    const char *end;
    double y;
    int n = slip_format_double(s, x);
    return n == (int)strlen(s) && n < 32 && slip_parse_double(s, &end, &y) && !*end && same_bits(x, y) && strtod(s, NULL) == x
        && !shorter_exists(x, digits_of(s));
}

static void numbers_out(void)
{
    static const struct { double x; const char *s; } known[] = {
        { 0, "0" }, { -0.0, "-0" }, { 1, "1" }, { 0.1, "0.1" }, { -2.5, "-2.5" }, { 1.0 / 3, "0.3333333333333333" },
        { 5e-324, "5e-324" }, { 1.7976931348623157e308, "1.7976931348623157e+308" }, { 1e22, "1e+22" }, { 9.81, "9.81" },
        { 0x1p-44, "5.684341886080802e-14" },       /* the nearest 16 digits end in 1 and do not read back */
        { NAN, "nan" }, { INFINITY, "inf" }, { -INFINITY, "-inf" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char s[32];
        slip_format_double(s, known[k].x);
        is_str(s, known[k].s, "%s is written so", known[k].s);
    }
    int bad = 0;
    for (int e = -1074; e <= 1023; e++) {
        double x = ldexp(1, e);
        bad += !formats_well(x) + !formats_well(-x) + !formats_well(nextafter(x, 0)) + !formats_well(nextafter(x, INFINITY));
    }
    is_int(bad, 0, "all powers of two and their neighbours: shortest, read back");
    bad = 0;
    for (int k = 0, n = quick_or_full(20000, 1000000); k < n; k++) {
        double x = of_bits(random_bits());
        if (isfinite(x)) bad += !formats_well(x);
        bad += !formats_well(of_bits(random_bits() & 0x800FFFFFFFFFFFFFu));             /* subnormal */
        bad += !formats_well((double)(random_bits() % 100000) / 1000);                   /* what people type */
    }
    is_int(bad, 0, "random doubles, subnormals and short decimals: shortest, read back");
}

static void numbers_in(void)
{
    static const struct { const char *s; double x; int used; } good[] = {
        { "1", 1, 1 }, { "+1.5e3,", 1500, 6 }, { "-.5", -0.5, 3 }, { "2.", 2, 2 }, { "0x1.8p1", 3, 7 }, { "-0x.8", -0.5, 5 }, { "0x1p-1074", 5e-324, 9 },
        { "1e400", INFINITY, 5 }, { "-1e400", -INFINITY, 6 }, { "0x1p2000", INFINITY, 8 }, { "1e-400", 0, 6 }, { "-0", -0.0, 2 },
        { "inf", INFINITY, 3 }, { "-Infinity", -INFINITY, 9 }, { "infinit", INFINITY, 3 }, { "1e", 1, 1 }, { "1e+", 1, 1 }, { "0x", 0, 1 },
        { "0xg", 0, 1 }, { "1,5", 1, 1 }, { "1.5.2", 1.5, 3 }, { "2.4703282292062328e-324", 5e-324, 23 }, { "2.4703282292062327e-324", 0, 23 },
        { "1.7976931348623158e308", 1.7976931348623157e308, 22 }, { "1.7976931348623159e308", INFINITY, 22 },
        { "9007199254740993", 9007199254740992.0, 16 }, { "9007199254740993.0000000000000000000000000000000000001", 9007199254740994.0, 54 },
    };
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        const char *end = NULL;
        double x = 7;
        errno = 0;
        bool found = slip_parse_double(good[k].s, &end, &x);
        ok(found && same_bits(x, good[k].x) && end - good[k].s == good[k].used && errno == 0, "\"%s\" is read", good[k].s);
    }
    double x = 7;
    const char *end;
    ok(slip_parse_double("NaN(12)", &end, &x) && isnan(x) && !strcmp(end, "(12)"), "nan is read without a payload");
    static const char *const bad[] = { "", " 1", "-", "+", ".", "-.", "e5", "x", "--1", "+-1", "\n1", "in", "na", ",5", ".e1" };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        x = 7;
        ok(!slip_parse_double(bad[k], &end, &x) && end == bad[k] && x == 7, "\"%s\" is no number", bad[k][0] == '\n' ? "\\n1" : bad[k]);
    }
}

/* A decimal comma, and a decimal sign of two bytes; compiled into our folder, so that none need be installed. */
static void other_locale(const char *folder_of_locales, const char *language)
{
    char command[600], name[64], s[32];
    snprintf(name, sizeof name, "%s.UTF-8", language);
    snprintf(command, sizeof command, "localedef -c -i %s -f UTF-8 '%s/%s' >/dev/null 2>&1", language, folder_of_locales, name);
    int made = system(command);                 /* warns by its status, so the locale itself is asked */
    setenv("LOCPATH", folder_of_locales, 1);
    if (!setlocale(LC_NUMERIC, name) || !strcmp(localeconv()->decimal_point, ".")) {
        diag("localedef: status %d", made);
        skip(2, "localedef makes no locale here");
        return;
    }
    double x = 0;
    slip_format_double(s, 1.5e-7);
    is_str(s, "1.5e-07", "written with a point in %s", language);
    ok(slip_parse_double("2.25", NULL, &x) && x == 2.25, "read with a point in %s", language);
    setlocale(LC_NUMERIC, "C");
}

static void words_apart(void)
{
    static const struct { const char *a, *b; int d; } known[] = {
        { "", "", 0 }, { "", "abc", 3 }, { "lemke", "lemke", 0 }, { "lemke", "lemk", 1 }, { "lemke", "elmke", 1 }, { "prox", "porx", 1 },
        { "kitten", "sitting", 3 }, { "ca", "abc", 2 }, { "abcdef", "badcfe", 3 }, { "a", "b", 1 }, { "\xFF\x80", "\x80\xFF", 1 },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        ok(slip_edit_distance(known[k].a, known[k].b) == known[k].d && slip_edit_distance(known[k].b, known[k].a) == known[k].d,
           "case %zu: distance %d, both ways", k, known[k].d);
    /* A metric on all words of up to 4 letters over {a,b}, and 3 over {a,b,c} */
    static char word[160][5];
    int n = 0, bad = 0;
    for (int letters = 2; letters <= 3; letters++)
        for (int length = 0; length <= 6 - letters; length++) {
            int count = 1;
            for (int i = 0; i < length; i++) count *= letters;
            for (int c = 0; c < count && n < 160; c++, n++)
                for (int i = 0, rest = c; i < length; i++, rest /= letters) word[n][i] = (char)('a' + rest % letters);
        }
    static int d[160][160];
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) d[i][j] = slip_edit_distance(word[i], word[j]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            bad += d[i][j] != d[j][i] || (d[i][j] == 0) != (strcmp(word[i], word[j]) == 0);
            for (int k = 0; k < n; k++) bad += d[i][k] > d[i][j] + d[j][k];
        }
    is_int(bad, 0, "a metric on %d short words", n);
    long before = slip_memory_live();
    slip_memory_fail_at(1);
    is_int(slip_edit_distance("lemke", "lemk"), 5, "out of memory: as far as can be");
    slip_memory_fail_at(0);
    is_int(slip_memory_live(), before, "and nothing leaks");
}

static char folder[] = "/tmp/slip-text-XXXXXX";
static char path_text[8][512];
static const char *in_folder(const char *name)
{
    static int turn;
    char *path = path_text[turn++ % 8];
    snprintf(path, sizeof path_text[0], "%s/%s", folder, name);
    return path;
}

static bool holds(const char *path, const char *bytes, size_t count)
{
    slip_text t = { 0 };
    slip_error e = { 0 };
    bool same = slip_file_read(path, SIZE_MAX, &t, &e) == SLIP_OK && t.length == count && !memcmp(t.s, bytes, count) && !t.s[count];
    slip_text_free(&t);
    return same;
}

static void reading(void)
{
    slip_text t = { 0 };
    slip_error e = { 0 };
    long before = slip_memory_live();
    is_int(slip_file_read(in_folder("none"), 100, &t, &e), SLIP_FILE, "a missing file");
    ok(strstr(e.text, "no such file") && strstr(e.text, "none"), "says so: %s", e.text);
    is_int(slip_file_read(folder, 100, &t, &e), SLIP_FILE, "a directory");
    ok(strstr(e.text, "is a directory") != NULL, "says so: %s", e.text);
    if (mkfifo(in_folder("pipe"), 0600)) bail_out("no pipes here");
    is_int(slip_file_read(in_folder("pipe"), 100, &t, &e), SLIP_FILE, "a pipe without a writer does not hang");
    ok(strstr(e.text, "is a pipe") != NULL, "says so: %s", e.text);
    is_int(slip_file_read("/dev/zero", 100, &t, &e), SLIP_FILE, "a device without an end");
    ok(strstr(e.text, "is a device") != NULL, "says so: %s", e.text);
    is_int(slip_file_write(in_folder("ten"), "0123456789", 10, &e), SLIP_OK, "ten bytes");
    ok(slip_file_read(in_folder("ten"), 10, &t, &e) == SLIP_OK && t.length == 10, "are read with limit 10");
    slip_text_free(&t);
    is_int(slip_file_read(in_folder("ten"), 9, &t, &e), SLIP_SIZE, "and refused with limit 9");
    ok(strstr(e.text, "more than the 9 bytes") && !t.s, "says so: %s", e.text);
    is_int(slip_file_read("/proc/self/status", 20, &t, &e), SLIP_SIZE, "a file that does not know its size is limited too");
    ok(slip_file_read("/proc/self/status", 1 << 20, &t, &e) == SLIP_OK && t.length > 20, "and read whole");
    ok(slip_file_read(in_folder("ten"), 10, &t, &e) == SLIP_OK && t.length == 10, "a text in use is replaced");
    is_int(slip_file_read(in_folder("none"), 10, &t, &e), SLIP_FILE, "a failure");
    ok(!t.s && !t.length, "leaves no text");
    char deep[1000];
    memset(deep, 'x', sizeof deep - 1);
    deep[sizeof deep - 1] = 0;
    memcpy(deep + sizeof deep - 9, "/the-end", 8);
    slip_file_read(deep, 10, &t, &e);
    ok(strstr(e.text, "/the-end") && strlen(e.text) < 250, "of a long path the end is told");
    is_int(slip_memory_live(), before, "nothing leaks");
    int k = 1;
    slip_status status = SLIP_MEMORY;
    for (; status == SLIP_MEMORY && k < 100; k++) {
        slip_memory_fail_at(k);
        status = slip_file_read("/proc/self/maps", SIZE_MAX, &t, &e);
        slip_memory_fail_at(0);
        slip_text_free(&t);
    }
    ok(status == SLIP_OK && k > 3, "each of %d allocations of a read failed in turn", k - 2);
    is_int(slip_memory_live(), before, "and nothing leaks");
}

static void standard_input(void)
{
    int saved = dup(STDIN_FILENO), ends[2];
    if (pipe(ends)) bail_out("no pipes here");
    if (write(ends[1], "from a pipe", 11) != 11) bail_out("a pipe is broken");
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    slip_text t = { 0 };
    slip_error e;
    ok(slip_file_read("-", 11, &t, &e) == SLIP_OK && t.s && !strcmp(t.s, "from a pipe"), "- is standard input, also a pipe");
    slip_text_free(&t);
    if (saved >= 0) { dup2(saved, STDIN_FILENO); close(saved); }
}

static int entries(void)                        /* names in the folder, temporary ones too */
{
    char command[600], line[32] = "";
    snprintf(command, sizeof command, "ls -A '%s' | wc -l", folder);
    FILE *f = popen(command, "r");
    if (!f || !fgets(line, sizeof line, f)) bail_out("no ls here");
    pclose(f);
    return atoi(line);
}

static void writing(void)
{
    slip_error e = { 0 };
    char path[512];
    snprintf(path, sizeof path, "%s/w", folder);
    struct stat st;
    umask(022);
    ok(slip_file_write(path, "one\0two", 7, &e) == SLIP_OK && holds(path, "one\0two", 7), "written and read back, with a 0 byte");
    ok(!stat(path, &st) && (st.st_mode & 0777) == 0644, "a new file has the usual permissions");
    chmod(path, 0600);
    ok(slip_file_write(path, "", 0, NULL) == SLIP_OK && holds(path, "", 0), "overwritten by nothing");
    ok(!stat(path, &st) && (st.st_mode & 0777) == 0600, "an old file keeps its permissions");
    if (symlink(path, in_folder("link"))) bail_out("no links here");
    ok(slip_file_write(in_folder("link"), "behind", 6, &e) == SLIP_OK && holds(path, "behind", 6)
       && !lstat(in_folder("link"), &st) && S_ISLNK(st.st_mode), "a link is followed and stays");
    is_int(slip_file_write(folder, "x", 1, &e), SLIP_FILE, "a directory is refused");
    ok(strstr(e.text, "is a directory") != NULL, "says so: %s", e.text);
    is_int(slip_file_write(in_folder("no/file"), "x", 1, &e), SLIP_FILE, "a missing directory is refused");
    ok(strstr(e.text, "directory does not exist") != NULL, "says so: %s", e.text);
    is_int(slip_file_write("", "x", 1, &e), SLIP_FILE, "no name is refused");
    is_int(slip_file_ready(in_folder("no/file"), &e), SLIP_FILE, "what could not be written is known beforehand");
    ok(slip_file_ready(folder, &e) == SLIP_FILE && slip_file_ready("", &e) == SLIP_FILE, "a directory, and no name");
    ok(slip_file_ready(path, &e) == SLIP_OK && holds(path, "behind", 6), "asking leaves the file as it is");
    ok(slip_file_ready(in_folder("new"), &e) == SLIP_OK && lstat(in_folder("new"), &st) && slip_file_ready("/dev/null", &e) == SLIP_OK, "and makes none");
    is_int(slip_file_write("/dev/full", "x", 1, &e), SLIP_FILE, "a full disk");
    ok(strstr(e.text, "disk is full") != NULL, "says so: %s", e.text);
    is_int(slip_file_write("/dev/null", "x", 1, &e), SLIP_OK, "a device is written to");
    ok(!stat("/dev/null", &st) && S_ISCHR(st.st_mode), "and not replaced");
    is_int(slip_file_write(in_folder("pipe"), "x", 1, &e), SLIP_FILE, "a pipe without a reader does not hang");
    ok(strstr(e.text, "nobody reads") != NULL, "says so: %s", e.text);

    char longest[256];
    memset(longest, 'n', 255);
    longest[255] = 0;
    ok(slip_file_write(in_folder(longest), "x", 1, &e) == SLIP_OK && holds(in_folder(longest), "x", 1), "a name as long as can be");

    int before = entries();
    struct rlimit old, small;
    getrlimit(RLIMIT_FSIZE, &old);
    small = old;
    small.rlim_cur = 1000;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    static char much[5000];
    slip_status status = slip_file_write(path, much, sizeof much, &e);
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, handler);
    is_int(status, SLIP_FILE, "stopped half-way: %s", e.text);
    ok(holds(path, "behind", 6), "the old file is untouched");
    is_int(entries(), before, "and no temporary is left");
}

/* Root may write anything: a child becomes somebody else. */
static void forbidden(void)
{
    const char *path = in_folder("locked"), *closed = in_folder("closed");
    slip_file_write(path, "x", 1, NULL);
    chmod(path, 0);
    mkdir(closed, 0555);
    chmod(folder, 0777);
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) bail_out("no children here");
    if (child == 0) {
        if (geteuid() == 0 && (setgid(65534) || setuid(65534))) _exit(77);
        slip_text t = { 0 };
        slip_error e = { 0 };
        int right = 0;
        right += slip_file_read(path, 10, &t, &e) == SLIP_FILE && strstr(e.text, "denied") != NULL;
        right += slip_file_write(path, "y", 1, &e) == SLIP_FILE && strstr(e.text, "denied") != NULL;
        right += slip_file_write(in_folder("closed/new"), "y", 1, &e) == SLIP_FILE && strstr(e.text, "denied") != NULL;
        _exit(right);
    }
    int how = 0;
    waitpid(child, &how, 0);
    if (WIFEXITED(how) && WEXITSTATUS(how) == 77) skip(1, "cannot become somebody else");
    else ok(WIFEXITED(how) && WEXITSTATUS(how) == 3, "what may not be read or written is told so, also with a directory that may be written");
}

static void hashing(void)                       /* the examples of FIPS 180-4 */
{
    char s[65];
    slip_sha256_hex("", 0, s);
    is_str(s, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "SHA-256 of nothing");
    slip_sha256_hex("abc", 3, s);
    is_str(s, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "SHA-256 of abc");
    slip_sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, s);
    is_str(s, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1", "SHA-256 of two blocks");
    slip_sha256_hex(NULL, 0, s);
    is_str(s, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "nothing may be NULL");
}

int main(void)
{
    plan(134);
    if (!mkdtemp(folder)) bail_out("no temporary directory");
    growing();
    numbers_out();
    numbers_in();
    other_locale(folder, "de_DE");
    other_locale(folder, "ps_AF");
    words_apart();
    reading();
    standard_input();
    writing();
    forbidden();
    hashing();
    char command[128];
    snprintf(command, sizeof command, "chmod -R u+rwx %s; rm -rf %s", folder, folder);
    ok(system(command) == 0, "cleaned up");
    return done();
}
