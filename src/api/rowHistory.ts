import { client } from './client';

interface HistoryEvent {
  id: number;
  action: string;
  userName: string | null;
  createTime: string;
  reason: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Returns the audit events of one row, newest first. */
export async function fetchHistory(entity: string, id: number, signal?: AbortSignal): Promise<HistoryEvent[]> {
  const { data } = await client.get<{ content: HistoryEvent[] }>(`api/auditLog/of/${entity}/${id}`, { signal });
  return data.content;
}
