#define _GNU_SOURCE

#include "CStore.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

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

int cstore_log_commits(sqlite3 *connection, uint32_t *commits) {
  enum { REGION_SIZE = 32 * 1024, COMMITS_OFFSET = 8 };
  sqlite3_file *file = 0;
  void volatile *region = 0;
  sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (!file || !file->pMethods || file->pMethods->iVersion < 2) return 0;
  if (file->pMethods->xShmMap(file, 0, REGION_SIZE, 0, &region) != SQLITE_OK || !region) return 0;
  memcpy(commits, (const char *)region + COMMITS_OFFSET, sizeof *commits);
  return 1;
}

int cstore_rename_if_free(int folder, const char *name, const char *target) {
  return renameat2(folder, name, AT_FDCWD, target, RENAME_NOREPLACE);
}
