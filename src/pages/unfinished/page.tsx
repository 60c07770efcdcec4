import { homePath } from '@contract/routes';
import { pageTexts } from '@contract/signInTexts';
import { Notice, WayLink } from '@/lib/notice/Notice';

/** A route that is agreed on and whose page comes later: said plainly, and by name. */
export default function UnfinishedPage({ title, component }: { title: string; component?: string }) {
  // Home leads nowhere but to itself.
  const home = component === homePath;
  return (
    <Notice
      title={`${title}：${pageTexts.unfinished}`}
      text={<>此页面尚未开放，正在开发中。{component && <><br />路由：<code>{component}</code></>}</>}
    >
      {!home && <WayLink to="/" first>{pageTexts.home}</WayLink>}
    </Notice>
  );
}
