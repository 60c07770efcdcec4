import { feedback } from '@/lib/feedback';
import { useSettings } from '@/session/settingsStore';
import { useTabs } from '@/session/tabs/tabStore';
import type { LayoutSize } from '@contract/constants';
import { messages } from '@contract/messages';

/** Changes the size. Cached pages without unsaved work are recreated (SPEC §2, §4). */
export function chooseSize(layoutSize: LayoutSize): void {
  const { size: before, change } = useSettings.getState();
  if (layoutSize === before) return;
  change({ size: layoutSize });
  useTabs.getState().dropCaches();
  feedback.notify('success', messages.sizeChanged);
}
