import { z } from 'zod';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { maxRowsTogether } from '@contract/workbook/saveMany';

/** Ids of the tasks for which records are started. */
export const tasksBody = z
  .array(z.int().positive().max(2_147_483_647), { error: () => labSheetTexts.noTasks })
  .min(1, labSheetTexts.noTasks)
  .max(maxRowsTogether, `一份检测记录最多${maxRowsTogether}个样品`);
