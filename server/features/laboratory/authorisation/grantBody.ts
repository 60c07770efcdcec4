import { z } from 'zod';
import { maxGrants } from '@contract/features/laboratory/tasks/labTasks';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { isDay } from '@contract/schema';
import { idField } from '@server/http/bodySchemas';

/** Ids of people or methods; `message` says that none were chosen. */
export const chosenIds = (message: string) =>
  z
    .array(idField(message), { error: () => message })
    .min(1, message)
    .max(maxGrants, labTaskTexts.tooMany(maxGrants));
const daySchema = (label: string) => z.string({ error: () => `请选择${label}` }).refine(isDay, `请填写正确的${label}`);

/** Fields that every grant has: people, days and the number of the certificate. */
export const grantDays = {
  persons: chosenIds(labTaskTexts.noPersons),
  validFrom: daySchema('授权日期'),
  validUntil: daySchema('有效期'),
  certificateNo: z.string().trim().max(60, '编号不能超过60个字').nullish(),
};

interface GrantedPeriod {
  readonly persons: readonly number[];
  readonly validFrom: string;
  readonly validUntil: string;
}

/**
 * Adds the rules of every grant to a body: days in order, and not too many pairs in one call.
 * @param field field that a refusal for too many names
 * @param items returns the number of different items of a body
 */
export const grantFields = <S extends z.ZodType<GrantedPeriod>>(
  body: S,
  field: string,
  items: (granted: z.output<S>) => number,
) =>
  body
    .refine(({ validFrom, validUntil }) => validFrom <= validUntil, {
      path: ['validFrom'],
      message: labTaskTexts.daysInOrder,
    })
    .refine((granted) => new Set(granted.persons).size * items(granted) <= maxGrants, {
      path: [field],
      message: labTaskTexts.tooMany(maxGrants),
    });
