import { BackupProblem } from '../backup/backupProblem';
import type { Env } from '../env';
import { Refusal } from '../http/errors';
import { StartRefusal } from '../startRefusal';
import { backup } from './backup';
import type { Command, Say } from './command';
import { restore } from './restore';
import { verifyAudit } from './verifyAudit';

const commands: Readonly<Record<string, Command>> = { backup, restore, 'verify-audit': verifyAudit };

/** Runs the named command; what it refuses is said in its one sentence. @returns the exit code */
export async function runCommand(env: Env, name: string, args: readonly string[], say: Say): Promise<number> {
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new StartRefusal(`没有名为 ${name} 的命令，可用的命令：${Object.keys(commands).join('、')}。`);
    return await command(env, args, say);
  } catch (error) {
    // A Refusal is the file store's, which is away.
    if (!(error instanceof BackupProblem || error instanceof StartRefusal || error instanceof Refusal)) throw error;
    say.warning(error.message);
    return 1;
  }
}
