/* machine.c: where and with what a study was run, written once a machine.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include <errno.h>
#include <gnu/libc-version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "commit.h"
#include "reports/study.h"

#ifdef __clang__
#define COMPILER ""
#else
#define COMPILER "gcc "
#endif

/* The shared libraries of this process, each once, by the names of their files. */
static json_t *libraries(void)
{
    json_t *list = json_array();
    char line[1024], last[256] = "";
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && list && fgets(line, sizeof line, maps)) {
        char *name = strrchr(line, '/');
        if (!name || !strstr(name, ".so"))
            continue;
        name[strcspn(name, "\n")] = 0;
        if (strcmp(last, name + 1)) {
            snprintf(last, sizeof last, "%s", name + 1);
            json_array_append_new(list, json_string(last));
        }
    }
    if (maps)
        fclose(maps);
    return list;
}

static void first_line(const char *path, char out[64])
{
    FILE *file = fopen(path, "r");
    snprintf(out, 64, "unknown");
    if (file && fgets(out, 64, file))
        out[strcspn(out, "\n")] = 0;
    if (file)
        fclose(file);
}

static json_t *machine_json(void)
{
    struct utsname name;
    char machine[128], blas[96], governor[64], clock[64];
    if (uname(&name) < 0)
        memset(&name, 0, sizeof name);
    slip_record_machine(machine);
    first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", governor);
    first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource", clock);
    const char *threads = getenv("OPENBLAS_NUM_THREADS"), *core = getenv("OPENBLAS_CORETYPE");
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s?,s:s?,s:o}", "schema", "slipstick.machine/1", "machine", machine, "system", name.sysname,
                     "kernel", name.release, "libc", gnu_get_libc_version(), "governor", governor, "clock", clock, "blas", slip_blas_name(blas),
                     "compiler", COMPILER __VERSION__, "flags", SLIP_BUILT_WITH, "version", slip_version() , "openblas_threads", threads, "openblas_core", core,
                     "libraries", libraries());
}

slip_status slip_machine_write(const char *study, char id[17], slip_error *error)
{
    slip_text text = { 0 };
    json_t *o = machine_json();
    if (o && json_object_set_new(o, "commit", json_string(SLIP_COMMIT)))
        text.failed = true;
    bool failed = !o || text.failed || slip_json_write(o, &text) != SLIP_OK;
    json_decref(o);
    slip_status status = SLIP_OK;
    if (failed) {
        status = slip_fail(error, SLIP_MEMORY, "out of memory for the description of this machine");
    } else {
        char hash[65], path[512];
        slip_sha256_hex(text.s, text.length, hash);
        snprintf(id, 17, "%.16s", hash);
        snprintf(path, sizeof path, "%.400s/machines/%s.json", study, id);
        slip_text_put(&text, "\n", 1);
        if (access(path, F_OK))
            status = slip_file_write(path, text.s, text.length, error);
    }
    slip_text_free(&text);
    return status;
}
