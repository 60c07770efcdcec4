import { create } from 'zustand';
import type { MaintenanceKind } from '@contract/features/system/maintenanceFiles';

/** Store of the open upload dialog, and of the function that reloads the list. */
export const useMaintenanceUpload = create<{
  readonly kind: MaintenanceKind | null;
  readonly onDone: () => Promise<void>;
}>()(() => ({ kind: null, onDone: () => Promise.resolve() }));
