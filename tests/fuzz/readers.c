/* readers.c: the readers of foreign bytes behind one entry point, for libFuzzer and for tests/formats.c.
   SPDX-License-Identifier: GPL-3.0-or-later

   READER: 0 slipstick's text, 1 JSON problems, 2 Siconos text, 3 answers in JSON, 4 answers in text.  What is read must be writable and
   read again the same. */

#include "problems/fclib.h"

#include <stdlib.h>
#include <string.h>

static void again(const slip_problem *p)
{
    slip_text a = { 0 }, b = { 0 };
    slip_problem back;
    slip_error e;
    if (slip_problem_text(p, &a, &e) || slip_problem_read_text(&back, a.s, a.length, &e) || slip_problem_text(&back, &b, &e)) abort();
    if (a.length != b.length || memcmp(a.s, b.s, a.length)) abort();
    slip_problem_free(&back);
    slip_text_free(&a);
    slip_text_free(&b);
}

/* One contact in the plane, for answers. */
static bool answer(int reader, const char *bytes, size_t size)
{
    slip_problem p;
    slip_answer a;
    slip_arena arena = { 0 };
    slip_error e;
    if (slip_problem_new(&p, 2, 1, 0, 0, true, &e)) return false;
    slip_status status = reader == 3 ? slip_answer_read_json(&a, &p, bytes, size, &arena, &e) : slip_answer_read_text(&a, &p, bytes, size, &arena, &e);
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return status == SLIP_OK;
}

/* Was it read? */
static bool read_one(int reader, const char *bytes, size_t size)
{
    slip_problem p;
    slip_origin o = { 0 };
    slip_error e;
    if (reader >= 3) return answer(reader, bytes, size);
    slip_status status = reader == 0 ? slip_problem_read_text(&p, bytes, size, &e) : reader == 1 ? slip_problem_read_json(&p, &o, bytes, size, &e)
                                     : slip_siconos_read(&p, &o, bytes, size, &e);
    if (!status) { again(&p); slip_problem_free(&p); }
    slip_origin_free(&o);
    return status == SLIP_OK;
}

#ifdef READER
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    read_one(READER, (const char *)data, size);
    return 0;
}
#endif
