import { approval } from '@contract/entities/report/approval';
import type { AnyRow } from '@contract/entity';
import type { ApprovalWork } from '@contract/approvalWork';
import type { Answer, Page } from '@contract/wire';
import { acceptAnswer } from '@/api/answer';
import { client } from '@/api/client';

export async function fetchApprovalWork(id: number, signal?: AbortSignal): Promise<ApprovalWork> {
  return (await client.get<ApprovalWork>(`${approval.path}/work/${id}`, { signal, quiet: true })).data;
}

export async function fetchApprovalOf(project: number, kind: 'records' | 'report', signal?: AbortSignal): Promise<number | null> {
  return (await client.get<{ id: number | null }>(`${approval.path}/of/${project}`, { params: { kind }, signal, quiet: true })).data.id;
}

export async function confirmChanges(id: number): Promise<string> {
  const { data } = await client.put<Answer>(`${approval.path}/confirmChanges`, { id }, { idempotencyKey: crypto.randomUUID() });
  acceptAnswer(data);
  return data.message;
}

/** The one that has waited longest among what these steps ask for; not the one that was just decided. */
export async function nextApproval(states: readonly string[], besides: number): Promise<AnyRow | undefined> {
  if (!states.length) return undefined;
  const { data } = await client.get<Page<AnyRow>>(approval.path, { params: { state: [...states], size: 10, sort: 'stageSince,asc' }, quiet: true });
  return data.content.find(({ id }) => id !== besides);
}
