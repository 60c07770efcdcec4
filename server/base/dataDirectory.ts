import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefusal } from './startRefusal';

/** File modes: only the account that runs the server may read the data directory. */
const [ownDirectory, ownFile] = [0o700, 0o600];
const privateUmask = 0o077;

const isOpen = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) % 0o100 !== 0;

function closeWithin(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (isOpen(path)) chmodSync(path, ownDirectory);
      closeWithin(path);
    } else if (entry.isFile() && isOpen(path)) chmodSync(path, ownFile);
  }
}

/**
 * Restricts access to the files of the embedded database, which are unpacked with the file modes of another machine.
 */
export function closeDatabaseFiles(dataDir: string): void {
  const directory = join(dataDir, 'pglite');
  if (process.platform !== 'win32' && existsSync(directory)) closeWithin(directory);
}

/**
 * Creates the data directory if it is missing and denies access to other users. Files that this process creates from
 * now on are also readable only by its own account.
 * @throws StartRefusal where it can't be created or restricted
 */
export function closeToOthers(dataDir: string): void {
  if (process.platform === 'win32') return;
  process.umask(privateUmask);
  try {
    mkdirSync(dataDir, { recursive: true, mode: ownDirectory });
  } catch (error) {
    throw new StartRefusal(
      `数据目录 ${dataDir} 无法创建（${(error as NodeJS.ErrnoException).code ?? '未知原因'}），请检查 DATA_DIR 及其权限。`,
    );
  }
  try {
    // Earlier versions created the directory under the usual umask, so its access is restricted once.
    if (isOpen(dataDir) || isOpen(join(dataDir, 'pglite')) || isOpen(join(dataDir, 'pglite/PG_VERSION'))) {
      chmodSync(dataDir, ownDirectory);
      closeWithin(dataDir);
    }
  } catch (error) {
    throw new StartRefusal(
      `数据目录 ${dataDir} 的权限无法改为仅本用户可访问（${(error as NodeJS.ErrnoException).code ?? '未知原因'}），请让运行服务的用户拥有该目录，或用 DATA_DIR 指定其他目录。`,
    );
  }
  if (isOpen(dataDir))
    throw new StartRefusal(
      `数据目录 ${dataDir} 所在的文件系统不支持访问权限，其他用户可以读取其中的数据，请用 DATA_DIR 指定其他目录。`,
    );
}
