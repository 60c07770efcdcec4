import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import type { AnyRow } from '@contract/entity';
import type { WaitingApproval } from '@contract/features/home/dashboardWire';
import type { ApprovalWork } from '@contract/features/reports/approval/approvalWork';
import type { DelegationCandidate, MyDelegations } from '@contract/features/reports/delegation/delegationRules';
import { approval } from '@contract/features/reports/entities/approval';
import { delegation } from '@contract/features/reports/entities/delegation';
import type { Answer, Page } from '@contract/wire';

export async function fetchApprovalWork(id: number, signal?: AbortSignal): Promise<ApprovalWork> {
  return (await client.get<ApprovalWork>(`${approval.path}/work/${id}`, { signal, quiet: true })).data;
}

export async function fetchApprovalOf(
  projectId: number,
  kind: 'records' | 'report',
  signal?: AbortSignal,
): Promise<number | null> {
  return (
    await client.get<{ id: number | null }>(`${approval.path}/of/${projectId}`, {
      params: { kind },
      signal,
      quiet: true,
    })
  ).data.id;
}

export async function confirmChanges(id: number): Promise<string> {
  const { data } = await client.put<Answer>(`${approval.path}/confirmChanges`, { id }, { once: true });
  acceptAnswer(data);
  return data.message;
}

/** Returns the approvals that the person may give now, longest waiting first. */
export async function fetchWaitingApprovals(signal?: AbortSignal): Promise<readonly WaitingApproval[]> {
  return (await client.get<readonly WaitingApproval[]>(`${approval.path}/waiting`, { signal, quiet: true })).data;
}

/** Returns the people on whose behalf the viewer may act today. */
export async function fetchHeldDelegations(signal?: AbortSignal): Promise<MyDelegations> {
  return (await client.get<MyDelegations>(`${delegation.path}/mine`, { signal, quiet: true })).data;
}

export async function fetchDelegations(page: number, size: number, signal?: AbortSignal): Promise<Page<AnyRow>> {
  return (
    await client.get<Page<AnyRow>>(delegation.path, { params: { page, size, sort: 'id,desc' }, signal, quiet: true })
  ).data;
}

export async function fetchCandidates(
  steps: readonly string[],
  signal?: AbortSignal,
): Promise<readonly DelegationCandidate[]> {
  return (
    await client.get<readonly DelegationCandidate[]>(`${delegation.path}/candidates`, {
      params: { steps: steps.join(',') },
      signal,
      quiet: true,
    })
  ).data;
}

export async function addDelegation(body: Readonly<Record<string, unknown>>, idempotencyKey: string): Promise<string> {
  const { data } = await client.post<Answer>(`${delegation.path}/add`, body, {
    idempotencyKey,
    quiet: ({ errors }) => Boolean(errors?.length),
  });
  acceptAnswer(data);
  return data.message;
}

export async function endDelegation(id: number, reason: string): Promise<string> {
  const { data } = await client.put<Answer>(`${delegation.path}/end`, { id, reason }, { once: true });
  acceptAnswer(data);
  return data.message;
}
