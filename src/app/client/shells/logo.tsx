/** Logo: repayment as a circle. */
export function Logo({ size = 30 }: { size?: number }) {
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} aria-hidden="true">
      <rect width="48" height="48" rx="12" fill="#00785d" />
      <path
        d="M35 24a11 11 0 1 1-4-8.5M32 9v7.5h-7.5"
        fill="none"
        stroke="#fff"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
