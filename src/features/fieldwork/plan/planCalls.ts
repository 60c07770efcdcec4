import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { samplePlan } from '@contract/features/fieldwork/entities/samplePlan';
import type { GeneratePlan, NamedTotals, PlanCheck, PlanOf } from '@contract/features/fieldwork/plan/planWire';
import type { CopyResult } from '@contract/features/fieldwork/survey/surveyWire';
import type { Answer } from '@contract/wire';

const { path } = samplePlan;

const getPlanPart = async <T>(part: string, projectId: number, signal?: AbortSignal): Promise<T> =>
  (await client.get<T>(`${path}/${part}/${projectId}`, { signal, quiet: true })).data;

export const planOf = (projectId: number, signal?: AbortSignal) => getPlanPart<PlanOf>('of', projectId, signal);
export const totalsOf = (projectId: number, signal?: AbortSignal) =>
  getPlanPart<NamedTotals>('totals', projectId, signal);
export const checkOf = (projectId: number, signal?: AbortSignal) => getPlanPart<PlanCheck>('check', projectId, signal);

/** Generates a plan. Returns the server's message and the numbers of rows. */
export async function generatePlan(body: GeneratePlan): Promise<{ message: string; brought: CopyResult }> {
  const { data } = await client.post<Answer<CopyResult>>(`${path}/generate`, body, { once: true });
  const copyResult = acceptAnswer<CopyResult>(data) ?? { added: 0, removed: 0, problems: [] };
  return { message: data.message, brought: copyResult };
}
