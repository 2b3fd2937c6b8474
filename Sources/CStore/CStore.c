#define _GNU_SOURCE

#include "CStore.h"

#include <fcntl.h>
#include <stdio.h>

void cstore_keep_log_on_close(sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

int cstore_distrust_schema(sqlite3 *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (code != SQLITE_OK) return code;
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

void cstore_enable_triggers(sqlite3 *connection, int enabled) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, enabled, (int *)0);
}

int cstore_rename_if_free(int folder, const char *name, const char *target) {
  return renameat2(folder, name, AT_FDCWD, target, RENAME_NOREPLACE);
}
