/* rng.c: seeded random numbers, the Mersenne twister of GSL.
   SPDX-License-Identifier: GPL-3.0-or-later

   The same on every machine: whole numbers from the twister, doubles by one multiplication, and normal numbers by
   the ziggurat method, which asks the C library for a logarithm in one of some four hundred draws only (the polar
   method does in each, and libraries differ in the last bit).  GSL takes a seed modulo 2^32, and 0 for 4357. */

#include "base/base.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

struct slip_rng {
    gsl_rng gsl;                /* its state lies behind this struct, so that all is one counted block */
    max_align_t state[];
};

slip_rng *slip_rng_new(unsigned long seed)
{
    const gsl_rng_type *type = gsl_rng_mt19937;
    slip_rng *rng = slip_calloc(1, sizeof *rng + type->size);
    if (!rng) return NULL;
    rng->gsl.type = type;
    rng->gsl.state = rng->state;
    gsl_rng_set(&rng->gsl, seed);
    return rng;
}

void slip_rng_free(slip_rng *rng) { slip_free(rng); }

double slip_rng_uniform(slip_rng *rng, double low, double high) { return low + (high - low) * gsl_rng_uniform(&rng->gsl); }

double slip_rng_normal(slip_rng *rng) { return gsl_ran_gaussian_ziggurat(&rng->gsl, 1.0); }

int slip_rng_below(slip_rng *rng, int n) { return n > 1 ? (int)gsl_rng_uniform_int(&rng->gsl, (unsigned long)n) : 0; }
