/* sha256.c: SHA-256 of bytes, by libmd.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"

#include <sha2.h>

void slip_sha256_hex(const void *bytes, size_t count, char out[65])
{
    SHA2_CTX context;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256Init(&context);
    if (count) SHA256Update(&context, bytes, count);
    SHA256Final(digest, &context);
    for (int i = 0; i < SHA256_DIGEST_LENGTH; i++) {
        out[2 * i] = "0123456789abcdef"[digest[i] >> 4];
        out[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
    }
    out[2 * SHA256_DIGEST_LENGTH] = 0;
}
