import { type ReactNode, useEffect, useRef, useState } from 'react';

interface ScrollRegionProps {
  /** Name of what is inside, for screen readers. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Shows wide content that scrolls inside. It takes the focus only while it overflows, so that arrow keys scroll it. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const region = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = region.current;
    if (!element) return undefined;
    const measure = () =>
      setOverflows(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    measure();
    return () => observer.disconnect();
  }, []);
  const focus = overflows ? { tabIndex: 0, role: 'region', 'aria-label': label } : {};
  return (
    <div ref={region} className={className} {...focus}>
      {children}
    </div>
  );
}
