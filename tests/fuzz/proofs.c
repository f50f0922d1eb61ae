/* proofs.c: the proof checker behind libFuzzer's entry point: the bytes are the lines after `problem` of a proof about one of the small problems.
   SPDX-License-Identifier: GPL-3.0-or-later

   The first byte chooses the problem; END is counted, so that what is fuzzed is not stopped at the door.  Half of the inputs come as a
   whole file instead, and a quarter as a problem. */

#include "tests/proofs.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char reason[512];
    if (size < 2) return 0;
    const char *problem = smalls[data[0] % SMALLS].text, *bytes = (const char *)data + 1;
    size_t count = size - 1, length = strlen(problem);
    switch (data[0] / SMALLS % 4) {
    case 0: ck_check(problem, length, bytes, count, 1 << 26, NULL, reason); break;
    case 1: {
        char hash[65], proof[200];
        ck_sha256_hex(bytes, count, hash);
        snprintf(proof, sizeof proof, "slipstick-proof 1\nproblem %s\nclaim no-solution\nbegin\ntree none\nEND 6\n", hash);
        ck_check(bytes, count, proof, strlen(proof), 1 << 26, NULL, reason);
        break;
    }
    default: {
        char *body = malloc(count + 1);
        if (!body) return 0;
        memcpy(body, bytes, count);
        body[count] = '\0';
        char *file = whole(problem, body);
        ck_check(problem, length, file, strlen(file), 1 << 26, NULL, reason);
        free(file);
        free(body);
    }
    }
    return 0;
}

#ifdef FUZZ_CORPUS      /* writes the hand-written proofs as a corpus into the present directory */
int main(void)
{
    for (int k = 0; k < HANDS; k++) {
        char name[32];
        snprintf(name, sizeof name, "hand%d", k);
        FILE *out = fopen(name, "wb");
        if (!out || fprintf(out, "%c%s", 2 * SMALLS + hands[k].about, hands[k].body) < 0 || fclose(out) != 0) return 1;
    }
    for (int k = 0; k < SMALLS; k++) {
        char name[32];
        snprintf(name, sizeof name, "problem%d", k);
        FILE *out = fopen(name, "wb");
        if (!out || fprintf(out, "%c%s", SMALLS + k, smalls[k].text) < 0 || fclose(out) != 0) return 1;
    }
    return 0;
}
#endif
