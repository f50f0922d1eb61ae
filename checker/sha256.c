/* sha256.c: SHA-256 as FIPS 180-4 writes it, straight from the definition: the constants are computed, not copied.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "checker.h"

#include <stdint.h>
#include <string.h>

static uint32_t turn(uint32_t x, int by) { return x >> by | x << (32 - by); }

/* The first 32 bits of the fraction of the root-th root of a prime. */
static uint32_t fraction(unsigned long prime, unsigned long root)
{
    mpz_t x;
    mpz_init_set_ui(x, prime);
    mpz_mul_2exp(x, x, 32 * root);
    mpz_root(x, x, root);
    uint32_t bits = (uint32_t)(mpz_get_ui(x) & 0xffffffffu);
    mpz_clear(x);
    return bits;
}

static void block(uint32_t h[8], const uint32_t k[64], const unsigned char *b)
{
    uint32_t w[64], s[8];
    for (int t = 0; t < 16; t++) w[t] = (uint32_t)b[4 * t] << 24 | (uint32_t)b[4 * t + 1] << 16 | (uint32_t)b[4 * t + 2] << 8 | b[4 * t + 3];
    for (int t = 16; t < 64; t++)
        w[t] = (turn(w[t - 2], 17) ^ turn(w[t - 2], 19) ^ w[t - 2] >> 10) + w[t - 7] + (turn(w[t - 15], 7) ^ turn(w[t - 15], 18) ^ w[t - 15] >> 3) + w[t - 16];
    memcpy(s, h, sizeof s);
    for (int t = 0; t < 64; t++) {
        uint32_t one = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[t] + w[t];
        uint32_t two = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (int t = 0; t < 8; t++) h[t] += s[t];
}

void ck_sha256_hex(const char *bytes, size_t count, char out[65])
{
    uint32_t h[8], k[64];
    int found = 0;
    for (unsigned long n = 2; found < 64; n++) {
        bool prime = true;
        for (unsigned long q = 2; q * q <= n; q++) if (n % q == 0) prime = false;
        if (!prime) continue;
        if (found < 8) h[found] = fraction(n, 2);
        k[found++] = fraction(n, 3);
    }
    size_t at = 0;
    for (; count - at >= 64; at += 64) block(h, k, (const unsigned char *)bytes + at);
    unsigned char tail[128] = { 0 };
    size_t left = count - at, length = left < 56 ? 64 : 128;
    if (left) memcpy(tail, bytes + at, left);
    tail[left] = 0x80;
    for (int t = 0; t < 8; t++) tail[length - 1 - (size_t)t] = (unsigned char)((uint64_t)count * 8 >> (8 * t));
    block(h, k, tail);
    if (length == 128) block(h, k, tail + 64);
    for (int t = 0; t < 8; t++) snprintf(out + 8 * t, 9, "%08x", (unsigned)h[t]);
}
