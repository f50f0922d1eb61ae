/* start.c: what slip_start sets for the whole process, and that it refuses arithmetic it cannot trust.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"
#include "base/json.h"
#include "tests/tap.h"

#include <fcntl.h>
#include <fenv.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <hdf5.h>
#include <suitesparse/cholmod.h>
#include <unistd.h>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

static void untrusted(void)
{
    slip_error e = { 0 };
    fesetround(FE_UPWARD);
    slip_status status = slip_start(&e);
    fesetround(FE_TONEAREST);
    ok(status == SLIP_ENV && strstr(e.text, "rounding"), "another rounding is refused: %s", e.text);
#ifdef __SSE2__
    if (getenv("SLIPSTICK_VALGRIND")) { skip(2, "valgrind knows no flushing to zero"); return; }
    unsigned saved = _mm_getcsr();
    _mm_setcsr(saved | 0x8000);                 /* results flushed */
    status = slip_start(&e);
    _mm_setcsr(saved);
    ok(status == SLIP_ENV && strstr(e.text, "flushed"), "flushing results to zero is refused: %s", e.text);
    _mm_setcsr(saved | 0x0040);                 /* operands flushed */
    status = slip_start(&e);
    _mm_setcsr(saved);
    ok(status == SLIP_ENV && strstr(e.text, "flushed"), "flushing operands to zero is refused: %s", e.text);
#else
    skip(2, "this machine has no such switch that we know");
#endif
}

/* What work writes on stderr and stdout, in bytes. */
static long noise(void (*work)(void))
{
    char name[] = "/tmp/slip-start-XXXXXX";
    fflush(stdout);
    int file = mkstemp(name), out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    if (file < 0 || out < 0 || err < 0) bail_out("no temporary file");
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    work();
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    long bytes = (long)lseek(file, 0, SEEK_END);
    close(file), close(out), close(err);
    unlink(name);
    return bytes;
}

static int gsl_said;
static hid_t hdf5_said;
static void provoke(void)
{
    gsl_matrix *a = gsl_matrix_calloc(2, 2);
    gsl_said = a ? gsl_linalg_cholesky_decomp1(a) : GSL_SUCCESS;        /* zero is not positive definite */
    gsl_matrix_free(a);
    hdf5_said = H5Fopen("/nonexistent/file", H5F_ACC_RDONLY, H5P_DEFAULT);
}

static void jansson(void)
{
    long before = slip_memory_live();
    json_t *value = json_string("x");
    ok(slip_memory_live() > before, "jansson allocates through us");
    json_decref(value);
    is_int(slip_memory_live(), before, "and frees");
    slip_memory_fail_at(1);
    ok(!json_string("x"), "and can be made to fail");
    slip_memory_fail_at(0);
}

static void suitesparse(void)
{
    long before = slip_memory_live();
    cholmod_common c;
    cholmod_start(&c);
    c.print = 0;
    cholmod_sparse *I = cholmod_speye(5, 5, CHOLMOD_REAL, &c);
    ok(I && slip_memory_live() > before, "CHOLMOD allocates through us");
    cholmod_free_sparse(&I, &c);
    slip_memory_fail_at(1);
    I = cholmod_speye(5, 5, CHOLMOD_REAL, &c);
    slip_memory_fail_at(0);
    ok(!I && c.status == CHOLMOD_OUT_OF_MEMORY, "and can be made to fail");
    cholmod_finish(&c);
    is_int(slip_memory_live(), before, "and gives everything back");
}

static void clocks(void)
{
    double wall = slip_clock_wall(), cpu = slip_clock_cpu();
    volatile double x = 0;
    while (slip_clock_cpu() < cpu + 0.01 && slip_clock_wall() < wall + 30) for (int i = 0; i < 1000; i++) x += i;
    double used = slip_clock_cpu() - cpu, passed = slip_clock_wall() - wall;
    ok(used >= 0.01 && passed >= used - 0.005, "work takes CPU time, and no less on the wall");
    wall = slip_clock_wall();
    cpu = slip_clock_cpu();
    usleep(50000);
    ok(slip_clock_wall() - wall >= 0.049, "sleep passes on the wall");
    ok(slip_clock_cpu() - cpu < 0.045, "and costs no CPU time");
}

int main(void)
{
    plan(17);
    untrusted();
    slip_error e = { 0 };
    is_int(slip_start(&e), SLIP_OK, "it starts%s%s", *e.text ? "; before: " : "", e.text);
    is_int(slip_start(NULL), SLIP_OK, "and again");
    is_int(noise(provoke), 0, "an error of GSL and one of HDF5 make no noise");
    is_int(gsl_said, GSL_EDOM, "GSL reports it by its status");
    ok(hdf5_said < 0, "HDF5 too");
    jansson();
    suitesparse();
    clocks();
    return done();
}
