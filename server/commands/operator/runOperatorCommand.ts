import type { CommandAnswer } from '@server/backup/controlSocket';
import { StartRefusal } from '@server/base/startRefusal';
import type { Services } from '@server/services';
import { listFiles } from '../copyFiles';
import { installationFindings } from '../doctor/installationChecks';
import { maintenance } from './maintenance';
import type { OperatorCommand } from './operatorCommand';
import { resetPassword } from './resetPassword';
import { unlock } from './unlock';
import { users } from './users';

const operatorCommands: Readonly<Record<string, OperatorCommand>> = {
  users,
  'reset-password': resetPassword,
  unlock,
  maintenance,
  doctor: installationFindings,
  'list-files': listFiles,
};

/**
 * Runs a command that the terminal sends to the running server.
 * @throws StartRefusal for an unknown name, which a command of another version may send
 */
export function runOperatorCommand(
  services: Services,
  { command, args, account }: { readonly command: string; readonly args: readonly string[]; readonly account: string },
): Promise<CommandAnswer> {
  const run = Object.hasOwn(operatorCommands, command) ? operatorCommands[command] : undefined;
  if (!run) throw new StartRefusal(`正在运行的服务没有 ${command} 命令，请使用与服务相同的版本。`);
  return run(services, args, account);
}
