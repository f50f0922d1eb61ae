/* main.c: slipstick-checker, which re-verifies proofs with GMP alone.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "checker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifndef CHECKER_VERSION
#define CHECKER_VERSION "0"
#endif

static const char help[] =
    "Usage: slipstick-checker PROBLEM PROOF\n"
    "Re-verify a proof about a frictional-contact problem.\n"
    "\n"
    "PROBLEM is the canonical text of a problem ('slipstick convert NAME FILE.txt' writes it), PROOF a proof file\n"
    "('slipstick prove NAME -o FILE' writes one).  Every step of the proof is computed again in exact arithmetic, without linear\n"
    "programming, pivoting or floating point; the program shares no source with slipstick.  The claims proved go to standard output.\n"
    "\n"
    "  -q, --quiet     print nothing when all is proved\n"
    "      --help      print this and exit\n"
    "      --version   print the version and exit\n"
    "\n"
    "Exit status: 0 every claim is proved; 1 the proof is refused (the line and the reason go to standard error);\n"
    "2 a file cannot be read, is no proof or no problem, is larger than 1 GiB or asks for more than 4 GiB of memory; or wrong usage.\n";

static int wrong(const char *sentence, const char *what)
{
    fprintf(stderr, "slipstick-checker: %s%s\n", sentence, what);
    return CK_UNREADABLE;
}

static char *slurp(const char *name, size_t *count)
{
    FILE *in = fopen(name, "rb");
    char *text = NULL;
    size_t room = 0;
    const size_t most = CK_MEMORY / 4;
    *count = 0;
    if (!in) return NULL;
    for (;;) {
        if (*count == room) {
            size_t more = room ? 2 * room : 1 << 16;
            char *grown = more <= most ? realloc(text, more) : NULL;
            if (!grown) { errno = EFBIG; break; }
            text = grown;
            room = more;
        }
        size_t got = fread(text + *count, 1, room - *count, in);
        *count += got;
        if (got == 0) {
            if (ferror(in)) break;
            fclose(in);
            return text;
        }
    }
    int kept = errno;
    fclose(in);
    free(text);
    errno = kept;
    return NULL;
}

int main(int argc, char **argv)
{
    const char *name[2] = { NULL, NULL };
    int names = 0;
    bool quiet = false, options = true;
    for (int k = 1; k < argc; k++) {
        const char *a = argv[k];
        if (options && strcmp(a, "--") == 0) options = false;
        else if (options && strcmp(a, "--help") == 0) return fputs(help, stdout) < 0 || fflush(stdout) != 0 ? CK_UNREADABLE : 0;
        else if (options && strcmp(a, "--version") == 0) return printf("slipstick-checker %s\n", CHECKER_VERSION) < 0 || fflush(stdout) != 0 ? CK_UNREADABLE : 0;
        else if (options && (strcmp(a, "-q") == 0 || strcmp(a, "--quiet") == 0)) quiet = true;
        else if (options && a[0] == '-') return wrong("unknown option; see --help: ", a);
        else if (names == 2) return wrong("two files are expected; see --help, and not also ", a);
        else name[names++] = a;
    }
    if (names < 2) return wrong("two files are expected: PROBLEM PROOF; see --help", "");
    char *text[2] = { NULL, NULL }, reason[512];
    size_t count[2];
    int code = CK_UNREADABLE;
    for (int k = 0; k < 2; k++)
        if (!(text[k] = slurp(name[k], &count[k]))) {
            fprintf(stderr, "slipstick-checker: cannot read %s: %s\n", name[k], strerror(errno));
            free(text[0]);
            return code;
        }
    code = ck_check(text[0], count[0], text[1], count[1], CK_MEMORY, quiet ? NULL : stdout, reason);
    if (code == CK_REFUSED) fprintf(stderr, "slipstick-checker: refused: %s: %s\n", name[1], reason);
    if (code == CK_UNREADABLE) fprintf(stderr, "slipstick-checker: %s\n", reason);
    free(text[0]);
    free(text[1]);
    if (fflush(stdout) != 0) return wrong("cannot write", "");
    return code;
}
