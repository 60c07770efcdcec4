import { registry } from '@server/app/resources';
import { insertMany } from '@server/builtIn/insertMany';
import type { Orm } from '@server/db/orm';

const rooms = [
  {
    placeName: '样品室',
    placeNo: 'F-101',
    area: '18',
    keeper: '样品管理员',
    environment: '常温样品柜；2 ℃～8 ℃冷藏柜',
  },
  {
    placeName: '天平室',
    placeNo: 'F-203',
    area: '12',
    keeper: '检测员',
    environment: '20 ℃±5 ℃，≤60%RH，温度变化≤1 ℃/h',
  },
  { placeName: '气相色谱室', placeNo: 'F-205', area: '30', keeper: '检测员', environment: '15 ℃～30 ℃，≤75%RH' },
  { placeName: '采样设备室', placeNo: 'F-105', area: '24', keeper: '设备管理员', environment: '≤75%RH，通风干燥' },
] as const;

/** Adds rooms and storage places of the demonstration. */
export async function addRooms(tx: Orm, organizationId: number): Promise<void> {
  await insertMany(
    tx,
    registry.named('place'),
    rooms.map((draft) => ({ draft, organizationId })),
  );
}
