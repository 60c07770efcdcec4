import { spawn } from 'node:child_process';

/**
 * Reports the state of this service to systemd (sd_notify) with systemd's own program, because Node has no datagram
 * sockets of the file system. Outside a unit of `Type=notify` it does nothing.
 *
 * @param state state, e.g. `READY=1`, `WATCHDOG=1`, `STOPPING=1`
 */
export function notifySystemd(state: string): void {
  if (!process.env['NOTIFY_SOCKET']) return;
  spawn('systemd-notify', [state], { stdio: 'ignore' }).on('error', () => undefined);
}

/**
 * Returns the interval of the watchdog messages to systemd, ms: half of `WatchdogSec`; undefined without a watchdog.
 */
export function watchdogEvery(env: NodeJS.ProcessEnv = process.env): number | undefined {
  const microseconds = Number(env['WATCHDOG_USEC']);
  return microseconds > 0 ? microseconds / 2_000 : undefined;
}
