import { feedback } from '@/lib/feedback';
import { useSettings } from '@/session/settingsStore';
import { useTabs } from '@/session/tabs/tabStore';
import type { Size } from '@contract/constants';
import { messages } from '@contract/messages';

/** SPEC §2, §4: the cached pages start afresh in the new size, but those with unsaved work. */
export function chooseSize(size: Size): void {
  const { size: before, change } = useSettings.getState();
  if (size === before) return;
  change({ size });
  useTabs.getState().dropCaches();
  feedback.notify('success', messages.sizeChanged);
}
