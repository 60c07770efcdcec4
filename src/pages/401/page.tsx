import { Notice, WayButton, WayLink } from '@/lib/notice/Notice';
import { pageTexts } from '@contract/features/signIn/signInTexts';

/** Page for a 403 (SPEC §8). `why`: explanation for a person who was allowed to open the page before. */
export default function ForbiddenPage({ why }: { readonly why?: string }) {
  return (
    <Notice
      code="401"
      title={pageTexts.forbidden}
      text={why ?? '您的账号没有此项权限。如果工作需要，请联系管理员为您的角色授权，授权后刷新页面即可。'}
    >
      <WayLink to="/" first>
        {pageTexts.home}
      </WayLink>
      <WayButton onClick={() => window.history.back()}>{pageTexts.back}</WayButton>
    </Notice>
  );
}
