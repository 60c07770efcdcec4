import { create } from 'zustand';
import { client } from '@/api/client';
import type { ChainReport } from '@contract/features/system/auditChainReport';
import { auditLog } from '@contract/features/system/entities/auditLog';

interface TrailVerification {
  readonly report: ChainReport | null;
  /** Recomputes the hash chain on the server. */
  run(): Promise<void>;
  close(): void;
}

export const useVerification = create<TrailVerification>()((set) => ({
  report: null,
  run: async () => set({ report: (await client.post<ChainReport>(`${auditLog.path}/verify`)).data }),
  close: () => set({ report: null }),
}));
