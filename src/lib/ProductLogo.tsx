/** Product logo: a vial with a level line. */
export function ProductLogo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--primary)" />
      <path
        d="M12 7h8M13 7v16a3 3 0 0 0 6 0V7"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M14 17h4v6a2 2 0 0 1-4 0z" fill="#fff" />
    </svg>
  );
}
