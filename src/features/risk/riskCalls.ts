import { client } from '@/api/client';
import type { UnitRiskView } from '@contract/features/risk/riskWire';

export async function fetchUnitRisk(unit: number, project: number | null, signal?: AbortSignal): Promise<UnitRiskView> {
  return (
    await client.get<UnitRiskView>(`api/risk/${unit}`, {
      params: project === null ? {} : { project },
      quiet: true,
      ...(signal ? { signal } : {}),
    })
  ).data;
}
