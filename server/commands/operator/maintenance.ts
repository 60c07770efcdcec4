import { operatorTexts } from '@contract/features/system/operatorTexts';
import { recordAudit } from '@server/audit/auditTrail';
import { forgetMaintenance, storedMaintenance, storeMaintenance } from '@server/auth/maintenanceMode';
import { StartRefusal } from '@server/base/startRefusal';
import { type OperatorCommand, operatorActor, commandSucceeded } from './operatorCommand';

/** Maximum number of characters of the sentence. */
const maxReasonLength = 200;

/**
 * Runs `maintenance on ["sentence"]`, `maintenance off` or `maintenance`: admits only platform administrators, admits
 * everybody again, or prints the current state.
 */
export const maintenance: OperatorCommand = async ({ database, now }, [word, text, ...more], account) => {
  if (more.length || (word !== 'on' && text !== undefined) || ![undefined, 'on', 'off'].includes(word))
    throw new StartRefusal(operatorTexts.usage.maintenance);
  if (word === undefined)
    return commandSucceeded(operatorTexts.maintenanceState(await storedMaintenance(database.orm)));
  const sentence = word === 'on' ? text?.trim() || operatorTexts.maintenanceText : null;
  if ([...(sentence ?? '')].length > maxReasonLength) throw new StartRefusal(operatorTexts.tooLong(maxReasonLength));
  await database.transaction(async (tx) => {
    await storeMaintenance(tx, sentence, now());
    await recordAudit(tx, operatorActor(account), [
      {
        action: 'status',
        entity: { name: 'installation', label: operatorTexts.maintenanceEntity },
        title: sentence === null ? operatorTexts.maintenanceOff : operatorTexts.maintenanceOn(sentence),
      },
    ]);
  });
  forgetMaintenance(database);
  return commandSucceeded(sentence === null ? operatorTexts.maintenanceOff : operatorTexts.maintenanceOn(sentence));
};
