import { client } from '@/api/client';
import type { UnitRiskView } from '@contract/features/risk/riskWire';

export async function fetchUnitRisk(
  unitId: number,
  projectId: number | null,
  signal?: AbortSignal,
): Promise<UnitRiskView> {
  return (
    await client.get<UnitRiskView>(`api/risk/${unitId}`, {
      params: projectId === null ? {} : { project: projectId },
      quiet: true,
      ...(signal ? { signal } : {}),
    })
  ).data;
}
