import { create } from 'zustand';
import { defineAction } from '@/listEditor';
import { dutyAuthorisation } from '@contract/features/laboratory/entities/dutyAuthorisation';
import { permissionOf } from '@contract/permissions';

export const useDuties = create<{ open: boolean }>(() => ({ open: false }));

/** Action 岗位授权: opens the list of people who may sample and sign reports. */
export const showDuties = defineAction({
  key: 'duties',
  label: dutyAuthorisation.label,
  place: 'toolbar',
  permission: [permissionOf(dutyAuthorisation, 'list')],
  run: () => useDuties.setState({ open: true }),
});
