import { ConfigProvider } from 'antd';
import { type ReactNode, useCallback, useRef } from 'react';
import { createPortal } from 'react-dom';

interface PagePopupsProps {
  readonly active: boolean;
  readonly children: ReactNode;
}

/**
 * Container for a page's popups that is hidden with the page. On the body they would stay visible over the next page
 * (DESIGN §4.3).
 */
export function PagePopups({ active, children }: PagePopupsProps) {
  const host = useRef<HTMLDivElement>(null);
  const container = useCallback(() => host.current ?? document.body, []);
  return (
    <ConfigProvider getPopupContainer={container}>
      {children}
      {createPortal(
        <div ref={host} data-page-popups style={active ? undefined : { display: 'none' }} />,
        document.body,
      )}
    </ConfigProvider>
  );
}
