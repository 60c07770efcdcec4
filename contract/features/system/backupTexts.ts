/** Texts of backup and restore for the terminal and 任务日志. Every command without a database prints `nothing`. */
export const backupTexts = {
  steps: { tables: '数据表', files: '文件' },
  job: '数据备份',
  usage: {
    backup: '用法：npm run backup -- 备份文件，如 npm run backup -- /var/backups/occhealth/lab.tar',
    restore:
      '用法：npm run restore -- 备份文件；加 --check 只检查备份文件是否完整，不恢复；加密的备份再加 --identity 密钥文件',
  },
  made: ({
    file,
    bytes,
    tables,
    rows,
    files,
  }: {
    file: string;
    bytes: string;
    tables: number;
    rows: number;
    files: number;
  }) => `已备份到 ${file}（${bytes}，${tables} 张表 ${rows} 行，${files} 个文件）`,
  missing: (count: number) =>
    `其中 ${count} 个文件的内容在文件存储中已缺失，备份中没有这些文件的内容，请检查文件存储（FILE_STORE）`,
  altered: (count: number) => `其中 ${count} 个文件的内容与上传时的散列值不同，已按现状备份，请检查文件存储`,
  whole: ({
    version,
    madeAt,
    tables,
    rows,
    files,
  }: {
    version: string;
    madeAt: string;
    tables: number;
    rows: number;
    files: number;
  }) => `备份文件完整：${madeAt} 由 ${version} 版制作，${tables} 张表 ${rows} 行，${files} 个文件`,
  restored: ({ where, tables, rows, files }: { where: string; tables: number; rows: number; files: number }) =>
    `已恢复到 ${where}：${tables} 张表 ${rows} 行，${files} 个文件，均与备份核对一致`,
  older: '该备份来自较早的版本，下次启动时会自动升级数据库',
  copied: (directory: string) => `已复制到 ${directory}`,
  // Refusals: each sentence says what to do.
  needsIdentity: (file: string) =>
    `备份文件 ${file} 已加密，请加上 --identity 密钥文件（age 的身份文件，与 BACKUP_RECIPIENT 对应）。`,
  noIdentity: (file: string) => `密钥文件 ${file} 中没有 AGE-SECRET-KEY 开头的密钥，请检查文件。`,
  notDecrypted: (file: string) => `备份文件 ${file} 无法解密：密钥不对，或文件不完整；没有恢复任何数据。`,
  notCopied: (directory: string, code: string) =>
    `已备份，但没有复制到第二处 ${directory}（${code}），请检查 BACKUP_COPY_DIR 的权限和剩余空间。`,
  nothing: (dataPlace: string) => `${dataPlace} 中还没有数据库，没有可备份的内容，请检查 DATA_DIR 或 DATABASE_URL。`,
  nothingToVerify: (dataPlace: string) =>
    `${dataPlace} 中还没有数据库，没有可校验的审计日志，请检查 DATA_DIR 或 DATABASE_URL。`,
  exists: (file: string) => `文件 ${file} 已存在，请换一个文件名，以免覆盖以前的备份。`,
  notWritable: (file: string, code: string) =>
    `无法写入 ${file}（${code}），请检查目录是否存在、是否有权限和剩余空间。`,
  notShared: (file: string) =>
    `没有备份：正在运行的服务看不到 ${file} 所在的目录（系统服务或容器有自己的 /tmp 等目录）。请写到服务也能写入的目录，如 BACKUP_DIR 所指的目录，或先停止服务再备份。`,
  notReadable: (file: string, code: string) => `无法读取 ${file}（${code}），请检查文件名和权限。`,
  notABackup: (file: string) => `${file} 不是本系统的备份文件，请选择由“npm run backup”或数据备份任务生成的文件。`,
  truncated: (file: string) =>
    `备份文件 ${file} 不完整，可能没有备份完或没有复制完，请改用另一份备份；没有恢复任何数据。`,
  damaged: (file: string, damage: string) =>
    `备份文件 ${file} 已损坏（${damage}），请改用另一份备份；没有恢复任何数据。`,
  newer: (file: string, version: string) =>
    `备份文件 ${file} 由较新的 ${version} 版制作，请使用该版或更新的程序恢复；没有恢复任何数据。`,
  otherMigration: (name: string) =>
    `备份中的升级 ${name} 与本程序的同名文件内容不同，请使用制作该备份的程序恢复；没有恢复任何数据。`,
  notEmptyDirectory: (directory: string) =>
    `数据目录 ${directory} 中已有数据库，为免覆盖没有恢复；请用 DATA_DIR 指定空目录，或先把该目录改名。`,
  notEmptyDatabase:
    'DATABASE_URL 指定的数据库不是空的，为免覆盖没有恢复；请新建一个空数据库，再让 DATABASE_URL 指向它。',
  otherContent: (id: string) =>
    `文件存储中已有内容不同的同名文件 ${id}，为免覆盖没有恢复；请让 FILE_STORE 指向空的目录或存储桶。`,
  different: (table: string) =>
    `恢复后的数据与备份不一致（${table}），已撤销，没有恢复任何数据；请检查磁盘和数据库后重试。`,
  noRoom: (place: string) =>
    `${place} 的磁盘空间不足，已撤销，没有恢复任何数据；请腾出至少为备份文件两倍的空间后再恢复。`,
  refused: (code: string) =>
    `数据库没有接受备份中的数据（代码${code}），已撤销，没有恢复任何数据；请检查数据库的剩余空间和权限，或改用另一份备份。`,
  held: (directory: string) =>
    `数据目录 ${directory} 正被另一个进程使用，而该进程没有响应备份请求；若是正在运行的本系统，请稍后重试，或先停止它再备份。`,
} as const;

/** Texts about the two database roles: the owner of the tables, and the role of the server. */
export const prepareTexts = {
  usage:
    '用法：设置 DATABASE_URL（服务运行所用的账号）和 DATABASE_OWNER_URL（表的所有者）后运行 npm run prepare-database；用于 PostgreSQL，升级数据库并为运行账号授权',
  noRole: 'DATABASE_URL 中须写明运行账号的用户名和密码，形如 postgres://用户名:密码@主机:5432/数据库名。',
  sameRole: 'DATABASE_URL 与 DATABASE_OWNER_URL 的用户名相同，运行账号须是另一个账号。',
  tooPrivileged: (name: string): string =>
    `账号 ${name} 权限过大（数据库超级用户、可建立账号或数据库，或属于表的所有者），不能用作运行账号，请在 DATABASE_URL 中另写一个账号。`,
  mayNotCreate: (name: string): string =>
    `DATABASE_OWNER_URL 的账号无权建立账号。请由数据库管理员建立可登录的账号 ${name}，再运行本命令。`,
  noLogin: (name: string): string => `账号 ${name} 不能登录。请由数据库管理员允许它登录，再运行本命令。`,
  /** Message of the command where the owner may not create tables. */
  ownerLacks:
    'DATABASE_OWNER_URL 的账号无权在该数据库中建立表。请由数据库管理员把数据库交给该账号所有，或改用表的所有者的账号，再运行本命令。',
  owns: (name: string): string => `账号 ${name} 是表的所有者，不能用作运行账号，请在 DATABASE_URL 中另写一个账号。`,
  done: (name: string, applied: number): string =>
    `数据库已准备好：执行升级 ${applied} 个，运行账号 ${name} 只能读写数据，不能更改表和触发器。`,
  /** Message for an empty database in which the role may not create tables. */
  noCreate:
    '数据库账号无权建表。请由数据库管理员把数据库交给该账号，如 alter database occhealth owner to occhealth，或改用两个账号并运行 npm run prepare-database。',
  /** Messages of a server whose role may not read tables, or may not alter them. */
  notGranted: '运行账号还不能读写数据。请先用本版程序运行 npm run prepare-database，再启动服务。',
  due: '数据库需要升级，而运行账号无权更改表。请先用本版程序运行 npm run prepare-database，再启动服务。',
} as const;
