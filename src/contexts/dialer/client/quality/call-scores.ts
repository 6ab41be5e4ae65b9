import type { callReviews } from '#contexts/dialer/contract/call-reviews.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';

export type CallScores = WireRow<typeof callReviews.of>;
