-- The key of near loan numbers is another now.
reindex index concurrently loans_near;
