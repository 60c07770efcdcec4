import { doctorTexts } from '@contract/features/system/doctorTexts';
import { operatorTexts } from '@contract/features/system/operatorTexts';
import { StartRefusal } from '@server/base/startRefusal';
import { Refusal } from '../../http/errors';
import { type Command, hasDatabase, type CommandOutput } from '../command';
import { operatorCommand } from '../operator/operatorCommand';
import { computerFindings } from './computerChecks';
import { failedCheck, remarkedCheck } from './doctorFinding';
import { installationFindings } from './installationChecks';

/** Option with the recipient of a test mail. */
export const mailOption = '--mail';

const runDatabaseChecks = operatorCommand('doctor', installationFindings);

/** Runs the checks that need the database; an error that stops them is reported as a finding. */
async function checkDatabase(env: Parameters<Command>[0], output: CommandOutput): Promise<number> {
  if (!env.databaseUrl && !hasDatabase(env.dataDir)) {
    output.line(remarkedCheck('database', operatorTexts.empty(env.dataDir)).line);
    return 0;
  }
  try {
    return await runDatabaseChecks(env, [], output);
  } catch (error) {
    if (!(error instanceof StartRefusal || error instanceof Refusal)) throw error;
    output.line(failedCheck('database', error.message).line);
    return 1;
  }
}

/**
 * Runs `doctor [--mail ADDRESS]`: checks settings, machine, database and files, and prints one line for each check
 * with its remedy. Returns 1 where a check finds a fault.
 */
export const doctor: Command = async (env, args, output) => {
  const [option, to, ...more] = args;
  if (more.length || (option !== undefined && (option !== mailOption || !to)))
    throw new StartRefusal(operatorTexts.usage.doctor);
  const findings = await computerFindings(env, to);
  for (const { line } of findings) output.line(line);
  const faults = findings.filter((finding) => finding.fault).length + (await checkDatabase(env, output));
  output.line(faults ? doctorTexts.some(faults) : doctorTexts.all);
  return faults ? 1 : 0;
};
