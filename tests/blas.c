/* blas.c: everything in this process, GSL included, computes on OpenBLAS.
   SPDX-License-Identifier: GPL-3.0-or-later

   libgsl brings the reference library gslcblas along.  The dynamic linker takes the first definition in
   load order for every caller, so what a search from the top finds is what all of them use. */

#include <dlfcn.h>
#include <gsl/gsl_blas.h>
#include <lapacke.h>
#include "tests/tap.h"

static const char *home(const char *symbol)                  /* the file that defines it */
{
    Dl_info info;
    void *address = dlsym(RTLD_DEFAULT, symbol);
    return address && dladdr(address, &info) && info.dli_fname ? info.dli_fname : "nowhere";
}

int main(void)
{
    plan(6);
    double a[] = { 1, 2, 3, 4 }, b[] = { 5, 6, 7, 8 }, c[4] = { 0 };        /* column-major */
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, 2, 2, 2, 1, a, 2, b, 2, 0, c, 2);
    ok(c[0] == 23 && c[1] == 34 && c[2] == 31 && c[3] == 46, "a product by CBLAS");

    double dot = 0;
    gsl_vector_view x = gsl_vector_view_array(a, 4), y = gsl_vector_view_array(b, 4);
    gsl_blas_ddot(&x.vector, &y.vector, &dot);
    is_double(dot, 70, "a product by GSL");

    double spd[] = { 4, 2, 2, 5 };
    is_int(LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', 2, spd, 2), 0, "a factorisation by LAPACKE");
    ok(spd[0] == 2 && spd[1] == 1 && spd[3] == 2, "its factor");

    ok(strstr(home("cblas_dgemm"), "openblas"), "cblas_dgemm is OpenBLAS's: %s", home("cblas_dgemm"));
    ok(strstr(home("dpotrf_"), "openblas"), "dpotrf is OpenBLAS's: %s", home("dpotrf_"));
    return done();
}
