import { client } from '@/api/client';
import type { UnitRiskList, UnitRiskView } from '@contract/features/risk/riskWire';

export async function fetchRisks(keyword: string, signal?: AbortSignal): Promise<UnitRiskList> {
  return (
    await client.get<UnitRiskList>('api/risk', {
      params: keyword ? { keyword } : {},
      quiet: true,
      ...(signal ? { signal } : {}),
    })
  ).data;
}

export async function fetchUnitRisk(unit: number, project: number | null, signal?: AbortSignal): Promise<UnitRiskView> {
  return (
    await client.get<UnitRiskView>(`api/risk/${unit}`, {
      params: project === null ? {} : { project },
      quiet: true,
      ...(signal ? { signal } : {}),
    })
  ).data;
}
