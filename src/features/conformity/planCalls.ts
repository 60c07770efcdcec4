import { acceptAnswer } from '@/api/acceptAnswer';
import { shownByForm } from '@/api/callFailures';
import { client } from '@/api/client';
import { yearPlan } from '@contract/features/conformity/entities/yearPlan';
import type { Answer } from '@contract/wire';

/**
 * Stores the record of an item of a yearly plan and returns the message for the person.
 * @throws Failure with the faulty fields, which the form shows; other failures have been shown
 */
export async function recordPlan(
  body: Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number },
  idempotencyKey: string,
): Promise<string> {
  const { data } = await client.put<Answer>(`${yearPlan.path}/record`, body, { idempotencyKey, quiet: shownByForm });
  acceptAnswer(data);
  return data.message;
}
