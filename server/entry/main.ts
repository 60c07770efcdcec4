import { productTitle } from '@contract/constants';
import { demoTexts } from '@contract/features/system/serverTexts';
import { keepFirstPasswords } from '@server/auth/firstPasswords';
import { type Env, readEnv } from '@server/base/env';
import { aliveMessage, databaseStopped, endedBefore, servingMessage } from '@server/base/exitCodes';
import { logFatal } from '@server/base/log';
import { StartRefusal } from '@server/base/startRefusal';
import { tellOperator } from '@server/base/tellOperator';
import { version } from '@server/base/version';
import { runCommand } from '@server/commands/runCommand';
import type { SeedReport } from '@server/seed/seedDatabase';
import { watchdogEvery } from './notifySystemd';
import { type RunningServer, startServer } from './start';

/**
 * Time, ms, within which a second signal counts as the same request: Ctrl+C reaches npm and this process, and npm
 * forwards it.
 */
const parentCheckMs = 1_500;

function tellAccounts({ admin, demo, closedAccounts = [], openAccounts = [] }: SeedReport, env: Env): void {
  if (closedAccounts.length) tellOperator(demoTexts.closed(closedAccounts), 'warn');
  if (openAccounts.length) tellOperator(demoTexts.stillOpen(openAccounts), 'warn');
  if (!admin && !demo) return;
  const secret = (environmentValue: string | undefined, name: string, password: string): string =>
    environmentValue ? `密码为 ${name} 的值` : `密码 ${password}`;
  const lines = [
    ...(admin ? [`  管理员 ${admin.userName}，${secret(env.adminPassword, 'ADMIN_PASSWORD', admin.password)}`] : []),
    ...(demo
      ? [`  演示账号 ${demo.accounts.join(' ')}，${secret(env.demoPassword, 'DEMO_PASSWORD', demo.password)}`]
      : []),
  ];
  const madeUp = (admin && !env.adminPassword) || (demo && !env.demoPassword);
  if (madeUp && env.firstPasswords === 'file')
    tellOperator(`首次启动建立的账号和密码保存在 ${keepFirstPasswords(env.dataDir, lines)}，登录后请立即修改密码。`);
  else tellOperator(['首次启动建立的账号（密码只显示这一次，请记下）：', ...lines].join('\n'));
  if (demo) tellOperator('正在生成演示数据，约需半分钟…');
}

const announceAddress = ({ url, suggestion }: RunningServer, env: Env): void =>
  tellOperator(
    [
      `${productTitle} ${version} 已启动：${url}`,
      `数据库：${env.databaseUrl ? 'PostgreSQL' : `内置，位于 ${env.dataDir}`}`,
      ...(suggestion ? [suggestion] : []),
    ].join('\n'),
  );

function stopOnSignals(runningServer: RunningServer): void {
  const { log } = runningServer.services;
  let requestedAt = 0;
  const stopRunning = async (signal: NodeJS.Signals): Promise<void> => {
    if (requestedAt) {
      if (Date.now() - requestedAt > parentCheckMs) process.exit(1);
      return;
    }
    requestedAt = Date.now();
    log.info({ signal }, 'stopping');
    try {
      await runningServer.stop();
      process.exit(0);
    } catch (error) {
      log.fatal({ err: error }, 'stopping failed');
      process.exit(1);
    }
  };
  process.on('SIGTERM', stopRunning);
  process.on('SIGINT', stopRunning);
  process.on('SIGHUP', stopRunning);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
}

/**
 * Ends the process after the embedded database has stopped; the supervisor starts a new one. It answers waiting calls
 * first.
 */
function endAfterPanic(): void {
  tellOperator(
    `内置数据库已停止工作（多因磁盘写满），已保存的数据不受影响。服务即将退出，请腾出磁盘空间${process.connected ? '' : '后重新启动'}。`,
    'warn',
  );
  setTimeout(() => process.exit(databaseStopped), 500);
}

/** Ends the process at once, because everything that both processes write from now on would be lost. */
function endAfterLoss(): never {
  tellOperator(
    '数据目录已被另一个进程占用，本服务立即停止，以免数据丢失。请检查是否有两个服务使用同一个 DATA_DIR。',
    'warn',
  );
  process.exit(1);
}

// Only this user may read new files, backups included.
process.umask(0o077);

// Without its supervisor nothing would restart the server, and a new supervisor would find the directory in use.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Otherwise the IPC channel would keep a finished command running.
process.channel?.unref();

try {
  const { env, rest, unknown } = readEnv(process.argv.slice(2));
  const [command, ...args] = rest;
  for (const sentence of unknown) tellOperator(`警告：${sentence}`, 'warn');
  if (command)
    process.exitCode = await runCommand(env, command, args, {
      line: (text) => console.log(text),
      warning: (text) => console.error(text),
    });
  else {
    const runningServer = await startServer(
      env,
      (seededAccounts) => tellAccounts(seededAccounts, env),
      endAfterPanic,
      process.env[endedBefore],
      endAfterLoss,
    );
    stopOnSignals(runningServer);
    // Sent first, because the supervisor may end the process as soon as it serves.
    process.send?.(servingMessage);
    const intervalMs = watchdogEvery();
    if (intervalMs !== undefined) setInterval(() => process.send?.(aliveMessage), intervalMs / 2).unref();
    announceAddress(runningServer, env);
  }
} catch (error) {
  if (error instanceof StartRefusal) tellOperator(error.message, 'warn');
  else logFatal(error, 'the start failed');
  process.exit(1);
}
