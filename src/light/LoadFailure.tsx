import { navigation } from '@/lib/browser/navigation';
import { Notice, NoticeButton } from '@/lib/notice/Notice';
import { pageTexts } from '@contract/features/signIn/signInTexts';
import { LightFrame } from './LightFrame';

/** Shown instead of a page whose files could not be loaded: no network, or a newer version was installed. */
export function LoadFailureNotice() {
  return (
    <Notice title={pageTexts.loadFailed} text="可能是网络中断，或系统刚刚更新。请检查网络后重试。">
      <NoticeButton first onClick={navigation.reload}>
        {pageTexts.retry}
      </NoticeButton>
    </Notice>
  );
}

/** Page that shows the load failure instead of the whole console. */
export function LoadFailure() {
  return (
    <LightFrame title={pageTexts.loadFailed}>
      <LoadFailureNotice />
    </LightFrame>
  );
}
