export const APP_URL = process.env.APP_URL ?? "http://localhost:5173";
export const MOCK_URL = process.env.MOCK_URL ?? "http://localhost:3000";
