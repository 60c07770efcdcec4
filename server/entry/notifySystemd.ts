import { spawn } from 'node:child_process';

/**
 * Tells systemd the state of this service (sd_notify) by its own program: Node has no datagram sockets of the file
 * system. Nothing happens outside a unit of `Type=notify`.
 *
 * @param state e.g. `READY=1`, `WATCHDOG=1`, `STOPPING=1`
 */
export function notifySystemd(state: string): void {
  if (!process.env['NOTIFY_SOCKET']) return;
  spawn('systemd-notify', [state], { stdio: 'ignore' }).on('error', () => undefined);
}

/** Returns how often systemd expects a sign of life, ms: half of `WatchdogSec`; undefined without a watchdog. */
export function watchdogEvery(env: NodeJS.ProcessEnv = process.env): number | undefined {
  const microseconds = Number(env['WATCHDOG_USEC']);
  return microseconds > 0 ? microseconds / 2_000 : undefined;
}
