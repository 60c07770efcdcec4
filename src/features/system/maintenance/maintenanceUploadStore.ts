import { create } from 'zustand';
import type { MaintenanceKind } from '@contract/features/system/maintenance';

/** Which upload dialog is open, and the list's way to load again. */
export const useMaintenanceUpload = create<{
  readonly kind: MaintenanceKind | null;
  readonly onDone: () => Promise<void>;
}>()(() => ({ kind: null, onDone: () => Promise.resolve() }));
