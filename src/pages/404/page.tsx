import { Notice, WayButton, WayLink } from '@/lib/notice/Notice';
import { pageTexts } from '@contract/features/signIn/signInTexts';

export default function NotFoundPage() {
  return (
    <Notice
      code="404"
      title={pageTexts.notFound}
      text="地址可能输入有误，或者页面已被移走。请检查地址，或从首页重新进入。"
    >
      <WayLink to="/" first>
        {pageTexts.home}
      </WayLink>
      <WayButton onClick={() => window.history.back()}>{pageTexts.back}</WayButton>
    </Notice>
  );
}
