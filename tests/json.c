/* json.c: vectors to JSON and back, and what is refused.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/json.h"
#include "tests/tap.h"

static bool same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

static slip_status there_and_back(slip_error *e)
{
    static const double x[] = { 0, -0.0, 1.0 / 3, 5e-324, 1.7976931348623157e308, -9.81, NAN, INFINITY };
    double y[8] = { 0 };
    json_t *array = slip_json_vector(x, 8), *again = NULL;
    char *text = array ? json_dumps(array, JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;
    slip_status status = text ? slip_json_parse(&again, text, strlen(text), "the vector", e) : SLIP_MEMORY;
    if (!status) status = slip_json_get_vector(again, 8, y, "x", e);
    for (int i = 0; !status && i < 6; i++) if (!same_bits(x[i], y[i])) status = SLIP_BUG;
    if (!status && !(isnan(y[6]) && isnan(y[7]))) status = SLIP_BUG;
    slip_free(text);
    json_decref(array);
    json_decref(again);
    return status;
}

static void vectors(void)
{
    slip_error e = { 0 };
    is_int(there_and_back(&e), SLIP_OK, "doubles go through JSON bit by bit; what is not finite becomes null and NaN");
    long before = slip_memory_live();
    slip_status status = SLIP_MEMORY;
    int k = 1;
    for (; status == SLIP_MEMORY && k < 1000; k++) {
        slip_memory_fail_at(k);
        status = there_and_back(&e);
        slip_memory_fail_at(0);
    }
    ok(status == SLIP_OK && k > 10, "each of %d allocations failed in turn: told so (last status %s)", k - 2, slip_status_name(status));
    is_int(slip_memory_live(), before, "and nothing leaks");
    json_t *empty = slip_json_vector(NULL, 0);
    ok(empty && slip_json_get_vector(empty, 0, NULL, "x", &e) == SLIP_OK, "the empty vector");
    json_decref(empty);
}

static void refused(void)
{
    static const struct { const char *text, *says; } bad[] = {
        { "", "line 1" }, { "{", "line 1" }, { "[1,\n2,\nx]", "line 3" }, { "{\"a\":1,\"a\":2}", "duplicate" }, { "[1] 2", "line 1" },
        { "[1e400]", "overflow" }, { "[NaN]", "line 1" }, { "[\"\\u0000\"]", "line 1" }, { "[\"\xFF\"]", "0xff" }, { "3", "expected" },
    };
    slip_error e;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        json_t *out = NULL;
        ok(slip_json_parse(&out, bad[k].text, strlen(bad[k].text), "the answer", &e) == SLIP_INPUT && !out && strstr(e.text, bad[k].says)
           && strstr(e.text, "the answer"), "case %zu: %s", k, e.text);
    }
    char deep[10001];
    memset(deep, '[', 10000);
    deep[10000] = 0;
    json_t *out;
    is_int(slip_json_parse(&out, deep, 10000, "the answer", &e), SLIP_INPUT, "ten thousand brackets: %s", e.text);

    static const struct { const char *text; int n; const char *says; } wrong[] = {
        { "[1,2]", 3, "2 numbers, but 3" }, { "[1,2]", 1, "2 numbers, but 1" }, { "[1,\"2\"]", 2, "entry 1" }, { "[[1],2]", 2, "an array" },
        { "{}", 0, "not an object" }, { "[true]", 1, "a boolean" },
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        double x[4];
        if (slip_json_parse(&out, wrong[k].text, strlen(wrong[k].text), "the answer", &e)) bail_out("%s", e.text);
        ok(slip_json_get_vector(out, wrong[k].n, x, "r", &e) == SLIP_INPUT && strstr(e.text, wrong[k].says) && e.text[0] == 'r', "%s", e.text);
        json_decref(out);
    }
    double x[2];
    ok(slip_json_get_vector(NULL, 2, x, "r", &e) == SLIP_INPUT && strstr(e.text, "missing"), "%s", e.text);
    double y[2] = { 0 };
    if (slip_json_parse(&out, "[9007199254740993, -3]", 22, "the answer", &e)) bail_out("%s", e.text);
    ok(slip_json_get_vector(out, 2, y, "r", &e) == SLIP_OK && y[0] == 9007199254740992.0 && y[1] == -3, "whole numbers are numbers");
    json_decref(out);
}

int main(void)
{
    plan(23);
    slip_error e;
    if (slip_start(&e)) bail_out("%s", e.text);
    vectors();
    refused();
    return done();
}
