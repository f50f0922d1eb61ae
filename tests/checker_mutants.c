/* checker_mutants.c: thousands of damaged proofs: whatever the checker still accepts is true.
   SPDX-License-Identifier: GPL-3.0-or-later

   A proof is edited one to three times (characters, digits, words, lines, numbers from elsewhere in the file), its END counts the lines
   again so that the damage is looked at, and the truth of every claim of an accepted file is decided from the problem alone.

       checker_mutants.t COUNT PROBLEM PROOF ...       the same with proofs from files, whose own claims are taken as the truth */

#include "tests/proofs.h"
#include "tests/tap.h"

enum { ROOM = 1 << 28, LONGEST = 1 << 22 };

static uint64_t seed = 20260117;
static unsigned draw(unsigned below)            /* xorshift */
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (unsigned)(seed >> 33) % below;
}

/* ---- damage ---- */

static int lines_of(const char *s) { int n = 0; for (; *s; s++) n += *s == '\n'; return n; }
static char *line_at(char *s, int k) { while (k-- > 0) s = strchr(s, '\n') + 1; return s; }

static void replace(char *at, size_t old, const char *new, size_t count)
{
    memmove(at + count, at + old, strlen(at + old) + 1);
    memcpy(at, new, count);
}

/* A word of the text: begins after a blank, a colon or a new line. */
static char *some_word(char *s, size_t *length)
{
    char *at = s + draw((unsigned)strlen(s));
    while (at > s && !strchr(" :\n", at[-1])) at--;
    *length = strcspn(at, " :\n");
    return at;
}

static void damage(char *s)
{
    static const char *const odd[] = { "0", "1", "-1", "2", "1/2", "-1/3", "3", "1p-60", "-0", "0x1", "1/0", "7p3", "den", "100000000000000000000", "4", "-2", "o", "g", "s", "t", "r0", "e0", "v1", "u0", "z0" };
    static const char letters[] = "0123456789-/: p\nBDEFPUVZyLX";
    static char kept[LONGEST];
    char *at, *from;
    size_t n, m;
    int lines = lines_of(s), a = (int)draw((unsigned)lines), b = (int)draw((unsigned)lines);
    if (strlen(s) + 2000 > LONGEST) return;
    switch (draw(9)) {
    case 0: s[draw((unsigned)strlen(s) - 1)] = letters[draw(sizeof letters - 1)]; break;
    case 1: at = s + draw((unsigned)strlen(s)); at += strcspn(at, "0123456789"); if (*at) *at = (char)('0' + draw(10)); break;
    case 2: at = some_word(s, &n); from = (char *)odd[draw(sizeof odd / sizeof *odd)]; replace(at, n, from, strlen(from)); break;
    case 3: from = some_word(s, &m); memcpy(kept, from, m); at = some_word(s, &n); replace(at, n, kept, m); break;
    case 4: at = line_at(s, a); replace(at, strcspn(at, "\n") + 1, "", 0); break;
    case 5: from = line_at(s, a); m = strcspn(from, "\n") + 1; memcpy(kept, from, m); replace(line_at(s, b), 0, kept, m); break;
    case 6: from = line_at(s, a); m = strcspn(from, "\n") + 1; memcpy(kept, from, m); replace(from, m, "", 0); replace(line_at(s, b < lines - 1 ? b : 0), 0, kept, m); break;
    case 7: at = s + draw((unsigned)strlen(s)); replace(at, 1, "", 0); break;
    case 8: at = some_word(s, &n); if (*at == '-') replace(at, 1, "", 0); else replace(at, 0, "-", 1); break;
    }
    if (!*s) strcpy(s, "begin\n");
}

/* ---- the truth ---- */

static double number(const char *w)
{
    char *rest;
    double value = strtod(w, &rest);
    if (*rest == '/') value /= strtod(rest + 1, NULL);
    if (*rest == 'p') value = ldexp(value, atoi(rest + 1));
    return value;
}

static bool near(const small *x, const char *body, double eps)
{
    double answer[3] = { 0 }, den = 1;
    const char *at = strstr(body, "answer ");
    char line[1000];
    int k = 0;
    if (!at) return false;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at + 7, "\n"), at + 7);
    for (char *w = strtok(line, " "); w && k < 3; w = strtok(NULL, " ")) {
        if (strcmp(w, "den") == 0) { w = strtok(NULL, " "); den = w ? number(w) : 1; continue; }
        answer[k++] = number(w) / den;
    }
    for (int v = 0; v < x->velocities; v++) {
        double off = 0;
        for (k = 0; k < x->n; k++) off = fmax(off, fabs(x->v[v][k] - answer[k]));
        if (off <= eps * (1 + 1e-12)) return true;
    }
    return false;
}

static const char *next(const char *at) { return at + strcspn(at, " \n"); }

/* Without known velocities: the same answer, be it written otherwise, with a bound no smaller than the one that was proved; another answer is
   at least as far from the solution as its distance from the first leaves. */
static bool as_near(const char *body, const char *original, double eps)
{
    const char *a = strstr(body, "answer "), *b = strstr(original, "answer "), *claim = strstr(original, "claim near ");
    double off = 0;
    if (!a || !b || !claim) return false;
    for (a = next(a), b = next(b); *a == ' ' && *b == ' '; a = next(a + 1), b = next(b + 1)) {
        char one[2][2000];
        snprintf(one[0], sizeof one[0], "%.*s", (int)(next(a + 1) - a - 1), a + 1);
        snprintf(one[1], sizeof one[1], "%.*s", (int)(next(b + 1) - b - 1), b + 1);
        if (strcmp(one[0], one[1]) != 0) off = fmax(off, fabs(number(one[0]) - number(one[1])));
    }
    double proved = number(claim + 11);
    return *a == *b && eps >= (off > 0 ? off - proved : proved) * (1 - 0x1p-39);        /* what was proved is rounded upwards by less */
}

/* Is "claim ..." true of the problem?  pieces: only as first written, the count is the tree's own. */
static bool is_true(const small *x, const char *claim, const char *body, const char *original)
{
    int k = 0, most = x->solutions == MANY ? 1 << 30 : x->solutions;
    char word[40] = "", line[200];
    snprintf(line, sizeof line, "%.*s\n", (int)strcspn(claim, "\n"), claim);
    if (sscanf(claim, "claim at-least %d %39s", &k, word) == 2) return k <= (strcmp(word, "solutions") == 0 ? most : x->velocities);
    sscanf(claim, "claim %39s %d", word, &k);
    const char *second = strchr(claim + 6, ' ');
    if (strcmp(word, "no-solution") == 0) return x->solutions == 0;
    if (strcmp(word, "solution") == 0) return x->solutions != 0;
    if (strcmp(word, "solutions") == 0) return x->solutions == k;
    if (strcmp(word, "velocities") == 0) return x->velocities == k;
    if (strcmp(word, "basic") == 0 || strcmp(word, "vertices") == 0) return x->vertices && x->vertices == k;
    if (strcmp(word, "pieces") == 0) return strstr(original, line) != NULL;
    if (strcmp(word, "near") == 0 && x->n == 0) return as_near(body, original, number(second + 1));
    if (strcmp(word, "near") == 0) return near(x, body, number(second + 1));
    if (strcmp(word, "cone-velocity") == 0) return near(x, body, number(second + 1));        /* M >= 1 there */
    if (strcmp(word, "nonconvex") == 0) return x->nonconvex;
    if (strcmp(word, "nonconvex-lcp") == 0) return x->nonconvex_lcp;
    if (strcmp(word, "positive-definite") == 0) return x->definite;
    if (strcmp(word, "p-matrix") == 0) return x->p;
    if (strcmp(word, "not-p-matrix") == 0) return x->not_p;
    if (strcmp(word, "disassemblable") == 0) return x->opens;
    if (strcmp(word, "not-disassemblable") == 0) return x->clamped;
    if (strcmp(word, "standing") == 0) return x->stands;
    if (strcmp(word, "not-standing") == 0) return x->falls;
    return false;
}

static bool all_true(const small *x, const char *body, const char *original)
{
    bool claims = false;
    for (const char *at = body; at && *at; at = strchr(at, '\n') + 1) {
        if (strncmp(at, "begin", 5) == 0) break;
        if (strncmp(at, "claim ", 6) != 0) continue;
        claims = true;
        if (!is_true(x, at, body, original)) return false;
    }
    return claims;
}

/* ---- the tests ---- */

static void mutate(int count, bool elsewhere, const small *set, int smalls_count, const hand *proofs, int proofs_count)
{
    int accepted = 0, same = 0, false_ones = 0;
    char reason[512];
    for (int k = 0; k < count; k++) {
        const hand *h = &proofs[draw((unsigned)proofs_count)];
        const small *x = &set[elsewhere ? draw((unsigned)smalls_count) : (unsigned)h->about];
        static char body[LONGEST];
        strcpy(body, h->body);
        for (unsigned edits = elsewhere ? draw(3) : 1 + draw(3); edits > 0; edits--) damage(body);
        char *file = whole(x->text, body);
        if (ck_check(x->text, strlen(x->text), file, strlen(file), ROOM, NULL, reason) == CK_PROVED) {
            accepted++;
            same += strncmp(body, h->body, (size_t)(strstr(h->body, "begin") - h->body)) == 0;
            if (!all_true(x, body, h->body)) {
                false_ones++;
                diag("accepted, and false of %s:\n%.2000s", x->name, body);
            }
        }
        free(file);
    }
    is_int(false_ones, 0, "%d %s: %d accepted (%d with the claims as they were), none that is false", count,
           elsewhere ? "proofs with the hash of another problem, damaged or not" : "damaged proofs", accepted, same);
}

/* ---- proofs drawn at random: small LCPs, any tree, any identity; what is proved to have no solution has none ---- */

static int in_range(int low, int high) { return low + (int)draw((unsigned)(high - low + 1)); }

/* Some complementary basis of the 2 x 2 problem gives a solution. */
static bool solvable(const int W[4], const int q[2])
{
    if (q[0] >= 0 && q[1] >= 0) return true;
    for (int i = 0; i < 2; i++) {               /* z_i = -q_i/W_ii alone, W by columns */
        int j = 1 - i, a = W[3 * i];
        if (a && -q[i] * a >= 0 && (W[2 * i + j] * -q[i] + q[j] * a) * a >= 0) return true;
    }
    int det = W[0] * W[3] - W[1] * W[2];
    return det && (-q[0] * W[3] + q[1] * W[2]) * det >= 0 && (-q[1] * W[0] + q[0] * W[1]) * det >= 0;
}

static void random_proofs(int count)
{
    int accepted = 0, wrong = 0;
    char problem[400], body[2000], reason[512];
    for (int k = 0; k < count; k++) {
        int W[4], q[2], open = 1, n = sprintf(body, "claim no-solution\nbegin\ntree none\n"), identities = 0, branches = 0;
        for (int j = 0; j < 4; j++) W[j] = in_range(-2, 2);
        for (int j = 0; j < 2; j++) q[j] = in_range(-2, 1);
        snprintf(problem, sizeof problem, LCP2("%d", "%d", "%d", "%d", "%d %d"), W[0], W[1], W[2], W[3], q[0], q[1]);
        while (open && n < 1500) {
            if (branches < 3 && draw(3) == 0) n += sprintf(body + n, "B %u\n", draw(2)), open++, branches++;
            else {
                n += sprintf(body + n, "y 0 0:%d 1:%d\n", in_range(-1, 2), in_range(-1, 2));
                bool fix = draw(4) == 0;
                n += sprintf(body + n, "%c %d\n", fix ? 'Z' : 'F', identities++);
                open -= !fix;
            }
        }
        char *file = whole(problem, body);
        if (ck_check(problem, strlen(problem), file, strlen(file), ROOM, NULL, reason) == CK_PROVED) {
            accepted++;
            if (solvable(W, q)) {
                wrong++;
                diag("accepted, and false:\n%s%s", problem, body);
            }
        }
        free(file);
    }
    ok(accepted > 0 && wrong == 0, "%d proofs drawn at random: %d accepted, %d of them false", count, accepted, wrong);
}

static char *slurp(const char *name)
{
    FILE *in = fopen(name, "rb");
    char *text = calloc(1, LONGEST);
    if (!in || !text || fread(text, 1, LONGEST - 4000, in) == LONGEST - 4000) bail_out("cannot read %s, or it is too large", name);
    fclose(in);
    return text;
}

/* The truth as an unharmed proof claims it. */
static void believe(small *x, const char *body)
{
    for (const char *at = body; strncmp(at, "begin", 5) != 0; at = strchr(at, '\n') + 1) {
        int k;
        char word[40];
        if (sscanf(at, "claim solutions %d", &k) == 1) x->solutions = k, x->velocities = x->velocities ? x->velocities : k;
        if (sscanf(at, "claim velocities %d", &k) == 1) x->velocities = k, x->solutions = x->solutions ? x->solutions : MANY;
        if (sscanf(at, "claim at-least %d %39s", &k, word) == 2) {
            x->solutions = x->solutions ? x->solutions : MANY;
            if (strcmp(word, "velocities") == 0) x->velocities = x->velocities ? x->velocities : k;
        }
        if (sscanf(at, "claim vertices %d", &k) == 1) x->vertices = k;
        if (strncmp(at, "claim nonconvex-lcp", 19) == 0) x->nonconvex_lcp = true;
        else if (strncmp(at, "claim nonconvex", 15) == 0) x->nonconvex = true;
        if ((strncmp(at, "claim solution\n", 15) == 0 || strncmp(at, "claim near ", 11) == 0) && !x->solutions) x->solutions = MANY;
        if (strncmp(at, "claim p-matrix", 14) == 0) x->p = true;
        if (strncmp(at, "claim positive-definite", 23) == 0) x->definite = true;
    }
}

static void from_files(int count, int files, char **name)
{
    int n = files / 2;
    small *set = calloc((size_t)n, sizeof *set);
    hand *proofs = calloc((size_t)n, sizeof *proofs);
    char reason[512], **text = calloc((size_t)files, sizeof *text);
    int good = 0;
    for (int k = 0; k < n; k++) {
        char *problem = text[2 * k] = slurp(name[2 * k]), *file = text[2 * k + 1] = slurp(name[2 * k + 1]);
        int code = ck_check(problem, strlen(problem), file, strlen(file), ROOM, NULL, reason);
        good += code == CK_PROVED;
        if (code != CK_PROVED) diag("%s: %s", name[2 * k + 1], reason);
        char *body = strchr(strchr(file, '\n') + 1, '\n') + 1, *end = strstr(body, "\nEND ");
        if (end) end[1] = '\0';
        set[k].name = name[2 * k], set[k].text = problem;
        proofs[k].about = k, proofs[k].body = body;
        believe(&set[k], body);
    }
    is_int(good, n, "%d proofs are accepted as they are", n);
    mutate(count, false, set, n, proofs, n);
    mutate(count / 10, true, set, n, proofs, n);
    for (int k = 0; k < files; k++) free(text[k]);
    free(text), free(set), free(proofs);
}

int main(int argc, char **argv)
{
    if (argc > 3) {
        plan(3);
        from_files(atoi(argv[1]), argc - 2, argv + 2);
        return done();
    }
    plan(4);
    int known = 0;
    for (int k = 0; k < HANDS; k++) known += all_true(&smalls[hands[k].about], hands[k].body, hands[k].body);
    is_int(known, HANDS, "what the hand-written proofs claim is true");
    mutate(quick_or_full(2000, 100000), false, smalls, SMALLS, hands, HANDS);
    mutate(quick_or_full(1000, 50000), true, smalls, SMALLS, hands, HANDS);
    random_proofs(quick_or_full(5000, 300000));
    return done();
}
