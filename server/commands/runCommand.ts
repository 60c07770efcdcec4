import { chainTexts } from '@contract/features/system/auditChainReport';
import { backupTexts, prepareTexts } from '@contract/features/system/backupTexts';
import { copyFilesTexts } from '@contract/features/system/copyFilesTexts';
import { operatorTexts } from '@contract/features/system/operatorTexts';
import { organizationArchiveTexts } from '@contract/features/system/organizationArchive';
import { verifyReportTexts } from '@contract/workflow/certifiedTexts';
import { BackupProblem } from '@server/backup/backupProblem';
import type { Env } from '@server/base/env';
import { StartRefusal } from '@server/base/startRefusal';
import { Refusal } from '@server/http/errors';
import { backup } from './backup';
import type { Command, CommandOutput } from './command';
import { copyFiles } from './copyFiles';
import { doctor, mailOption } from './doctor/doctor';
import { importOrganization } from './importOrganization';
import { mockPlatform } from './mockPlatform';
import { maintenance } from './operator/maintenance';
import { operatorCommand } from './operator/operatorCommand';
import { resetPassword } from './operator/resetPassword';
import { unlock } from './operator/unlock';
import { users } from './operator/users';
import { prepareDatabase } from './prepareDatabase';
import { identityOption, restore } from './restore';
import { verifyAudit } from './verifyAudit';
import { verifyReportFile } from './verifyReportFile';
import { showVersion } from './version';

const { usage } = operatorTexts;
const commands: Readonly<Record<string, { readonly run: Command; readonly usage: string }>> = {
  users: { run: operatorCommand('users', users), usage: usage.users },
  'reset-password': { run: operatorCommand('reset-password', resetPassword), usage: usage.resetPassword },
  maintenance: { run: operatorCommand('maintenance', maintenance), usage: usage.maintenance },
  doctor: { run: doctor, usage: usage.doctor },
  unlock: { run: operatorCommand('unlock', unlock), usage: usage.unlock },
  backup: { run: backup, usage: backupTexts.usage.backup },
  restore: { run: restore, usage: backupTexts.usage.restore },
  'copy-files': { run: copyFiles, usage: copyFilesTexts.usage },
  'verify-audit': { run: verifyAudit, usage: chainTexts.usage },
  'verify-report': { run: verifyReportFile, usage: verifyReportTexts.usage },
  'prepare-database': { run: prepareDatabase, usage: prepareTexts.usage },
  'take-in': { run: importOrganization, usage: organizationArchiveTexts.usage },
  'mock-platform': { run: mockPlatform, usage: usage.mockPlatform },
  version: { run: showVersion, usage: usage.version },
  help: { run: help, usage: usage.help },
};

/** Runs `help`: lists the commands. */
async function help(_env: Env, _args: readonly string[], output: CommandOutput): Promise<number> {
  const widest = Math.max(...Object.keys(commands).map((name) => name.length));
  for (const name of Object.keys(commands)) output.line(`${name.padEnd(widest)}  ${operatorTexts.summary[name] ?? ''}`);
  output.line(usage.help);
  return 0;
}

const options = ['--check', mailOption, identityOption];

/**
 * Runs the named command; a refusal is printed as one sentence.
 * @returns the exit code
 */
export async function runCommand(
  env: Env,
  name: string,
  args: readonly string[],
  output: CommandOutput,
): Promise<number> {
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new StartRefusal(`没有名为 ${name} 的命令，可用的命令：${Object.keys(commands).join('、')}。`);
    if (args.some((word) => word === '--help' || word === '-h')) {
      output.line(command.usage);
      return 0;
    }
    // A misspelt option must not be treated as a file name.
    const unknownOption = args.find((word) => word.startsWith('-') && !options.includes(word));
    if (unknownOption !== undefined) throw new StartRefusal(`没有选项 ${unknownOption}。${command.usage}`);
    return await command.run(env, args, output);
  } catch (error) {
    // The file store throws a Refusal where it is unavailable.
    if (!(error instanceof BackupProblem || error instanceof StartRefusal || error instanceof Refusal)) throw error;
    output.warning(error.message);
    return 1;
  }
}
