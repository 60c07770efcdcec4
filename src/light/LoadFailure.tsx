import { navigation } from '@/lib/browser/navigation';
import { Notice, WayButton } from '@/lib/notice/Notice';
import { pageTexts } from '@contract/features/signIn/signInTexts';
import { LightFrame } from './LightFrame';

/** What stands in for a page whose files could not be had: no network, or a newer version in their place. */
export function LoadFailureNotice() {
  return (
    <Notice title={pageTexts.loadFailed} text="可能是网络中断，或系统刚刚更新。请检查网络后重试。">
      <WayButton first onClick={navigation.reload}>
        {pageTexts.retry}
      </WayButton>
    </Notice>
  );
}

/** The same in place of the whole console. */
export function LoadFailure() {
  return (
    <LightFrame title={pageTexts.loadFailed}>
      <LoadFailureNotice />
    </LightFrame>
  );
}
