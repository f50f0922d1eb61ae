/* start.c: process-wide settings of the libraries, and a self-test of the arithmetic.
   SPDX-License-Identifier: GPL-3.0-or-later

   GLPK is not here: its environment belongs to a thread, so lp.c sets and frees it around every call. */

#include "base/base.h"

#include <fenv.h>
#include <float.h>
#include <gsl/gsl_errno.h>
#include <hdf5.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <suitesparse/SuiteSparse_config.h>

/* What is wrong with the arithmetic, or NULL.  The numbers pass through volatile objects, so that the machine
   computes them and not the compiler; the operations between two passages are ordinary ones, so that whatever
   the compiler was allowed to do to ours it does here. */
static const char *arithmetic_fault(void)
{
    volatile double v_zero = 0, v_one = 1, v_small = DBL_EPSILON / 4, v_min = DBL_MIN, v_max = DBL_MAX, v_third = 1.0 / 3;
    double zero = v_zero, one = v_one, small = v_small, min = v_min, max = v_max, third = v_third;
    volatile double nan = zero / zero, infinite = max * 2, half = min / 2;
    double n = nan, x = infinite, h = half;
    if (n == n || !isnan(n) || n <= one || n >= one || !isinf(x) || !(x > max)) return "NaN and infinities are not respected";
    if (!(1 / (-zero) < 0)) return "the sign of zero is not respected";
    if (!(h > 0) || h * 2 != min) return "numbers below 2.2e-308 are flushed to zero";
    volatile double above = one + 3 * small, below = one + small;
    if (fegetround() != FE_TONEAREST || above != 1 + DBL_EPSILON || below != 1) return "the rounding is not to nearest";
    if ((one + small) - one != 0 || (small + one) - one != 0) return "sums are re-ordered, or carried in more than double precision";
    volatile double square = third * third;
    double exact = fma(third, third, -square), plain = third * third - square;
    /* third = (2^54 - 1)/3 2^-54; its square has 105 bits or so, and fma gives what rounding lost */
    if (exact == 0 || fabs(exact) > DBL_EPSILON / 16 || fma(1 + DBL_EPSILON, one - DBL_EPSILON, -one) != -DBL_EPSILON * DBL_EPSILON)
        return "fma is not exact";
    if (plain != 0) return "products and sums are fused where the source does not ask for it";
    return NULL;
}

/* Absent unless the BLAS that is loaded is OpenBLAS. */
void openblas_set_num_threads(int) __attribute__((weak));

/* Its threads wait for each other by spinning, on a busy machine several times longer than they work, and a CPU time would measure that;
   workers of a study would have as many each. */
static void one_thread(void)
{
    if (openblas_set_num_threads && !getenv("OPENBLAS_NUM_THREADS") && !getenv("OMP_NUM_THREADS"))
        openblas_set_num_threads(1);
}

slip_status slip_start(slip_error *error)
{
    const char *fault = arithmetic_fault();
    if (fault) return slip_fail(error, SLIP_ENV, "the arithmetic here cannot be trusted: %s; compile without -ffast-math and with -ffp-contract=off", fault);
    gsl_set_error_handler_off();
    if (H5Eset_auto2(H5E_DEFAULT, NULL, NULL) < 0) return slip_fail(error, SLIP_ENV, "the HDF5 library does not start");
    json_set_alloc_funcs(slip_malloc, slip_free);
    json_object_seed(0);                        /* now, before there are threads */
    SuiteSparse_config.malloc_func = slip_malloc;
    SuiteSparse_config.calloc_func = slip_calloc;
    SuiteSparse_config.realloc_func = slip_realloc;
    SuiteSparse_config.free_func = slip_free;
    SuiteSparse_config.printf_func = NULL;
    one_thread();
    return SLIP_OK;
}
