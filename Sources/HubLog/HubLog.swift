// The HubLog module.
