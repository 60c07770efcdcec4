/** Texts of `copy-files` on the terminal. */
export const copyFilesTexts = {
  usage:
    '用法：occhealth copy-files 目标，把全部文件复制到另一个文件存储并逐个核对散列值；目标写法同 FILE_STORE，如 s3://存储桶?endpoint=…（密钥用 FILE_STORE_ACCESS_KEY、FILE_STORE_SECRET_KEY）或 file（DATA_DIR/files）。可以随时中断，再次运行时从中断处继续',
  same: (target: string): string => `目标与正在使用的 FILE_STORE 相同（${target}），不需要复制。`,
  recorded: (target: string, count: number): string => `命令行把 ${count} 个文件复制到 ${target}`,
  progress: (count: number, total: number): string => `已核对 ${count}/${total} 个文件`,
  missing: (id: string): string => `文件 ${id} 的内容在原文件存储中已缺失，没有可复制的内容`,
  altered: (id: string): string => `文件 ${id} 的内容与上传时的散列值不同，已按现状复制`,
  different: (id: string): string => `目标中已有内容不同的同名文件 ${id}，没有覆盖`,
  notKept: (id: string): string => `目标没有完整保存文件 ${id}，已从目标中删除`,
  stopped: (count: number, total: number, reason: string): string =>
    `复制中断（${reason}）：已核对 ${count}/${total} 个文件，原文件没有改动。请排除原因后再次运行同一命令，已复制的不再复制。`,
  done: ({
    copied,
    present,
    missing,
    altered,
    different,
  }: Readonly<Record<'copied' | 'present' | 'missing' | 'altered' | 'different', number>>): string =>
    `新复制 ${copied + altered} 个，目标中已有 ${present} 个，均核对一致；缺失 ${missing} 个，与上传时不同 ${altered} 个，与目标冲突 ${different} 个`,
  next: (target: string): string =>
    `接下来：停止服务，再次运行本命令复制期间新增的文件，把 FILE_STORE 改为 ${target}，再启动服务。原文件没有删除，确认无误后再自行清理。`,
} as const;
